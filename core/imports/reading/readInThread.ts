import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import { ENTRY_MS_MAX, OPEN_MS_MAX, THREAD_HEAP_MB_MAX } from "../limits.ts"
import type { ReadJob, ReadMessage } from "./messages.ts"

export type ReadLimits = { readonly entryMsMax?: number; readonly openMsMax?: number; readonly heapMbMax?: number }

/** A message, or how the thread ended instead: it took too long, or too much memory. */
export type ReadStep = ReadMessage | { readonly isTooComplex: true }

/**
 * Reads an archive in a thread of its own, one message at a time: the thread waits until the next one is taken. An entry
 * that takes too long or too much memory ends the thread, and nothing else. Rejects only on errors of our own code.
 */
export async function* readInThread(job: ReadJob, limits: ReadLimits = {}): AsyncGenerator<ReadStep> {
  const worker = new Worker(threadModule(), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMbMax ?? THREAD_HEAP_MB_MAX },
    stdout: false,
    stderr: false,
  })
  try {
    for (let isFirst = true, isSecond = false; ; isSecond = isFirst, isFirst = false) {
      // A library is parsed as a whole before its first entry.
      const msMax = isFirst || isSecond ? (limits.openMsMax ?? OPEN_MS_MAX) : (limits.entryMsMax ?? ENTRY_MS_MAX)
      const step = await nextOf(worker, msMax)
      yield step
      if ("isDone" in step || "isTooComplex" in step || "archiveProblem" in step) return
    }
  } finally {
    await worker.terminate()
  }
}

const nextOf = (worker: Worker, msMax: number): Promise<ReadStep> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off("message", onMessage)
      worker.off("error", onError)
      worker.off("exit", onExit)
      settle()
    }
    const timer = setTimeout(() => end(() => resolve({ isTooComplex: true })), msMax)
    const onMessage = (message: ReadMessage) =>
      end(() => ("fault" in message ? reject(new Error(message.fault)) : resolve(message)))
    const onError = (error: NodeJS.ErrnoException) =>
      end(() => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ isTooComplex: true }) : reject(error)))
    const onExit = () => end(() => reject(new Error("a thread that read an archive ended")))
    worker.on("message", onMessage)
    worker.on("error", onError)
    worker.on("exit", onExit)
    worker.postMessage("next")
  })

/** In a bundle the thread is a file beside it, otherwise the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "importing.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
