import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import type { MediaProblem } from "../contract.ts"
import type { MediaPlace } from "../storage/MediaStorage.ts"
import type { Part } from "../uploads/partsFile.ts"
import type { ProbedFile } from "./probeFile.ts"

/** A whole file in parts. */
export type ProbeJob = {
  readonly place: MediaPlace
  readonly mediaId: string
  readonly bytes: number
  readonly parts: ReadonlyArray<Part>
}

/** Messages of a thread; an error of our own code is sent as text. */
export type ThreadMessage =
  | { readonly probed: ProbedFile }
  | { readonly digest: string }
  | { readonly problem: MediaProblem; readonly detail: string | null }
  | { readonly fault: string }

export type ProbeOutcome =
  | { readonly probed: ProbedFile; readonly digest: string }
  | { readonly problem: MediaProblem; readonly detail: string | null }

/** Time limits for reading an untrusted file, and for copying it afterwards. */
const PROBE_MS_MAX = 60_000
const COPY_MS_MAX = 3_600_000
/** Memory limit of a thread. The index of a file is outside of it, and has a limit of its own. */
const HEAP_MB_MAX = 256

export type ProbeLimits = { readonly probeMsMax?: number; readonly heapMbMax?: number }

/**
 * Examines a file and stores it, in a thread of its own: a file that takes too long or too much memory ends its thread,
 * and nothing else. Rejects only on errors that are not the file's fault.
 */
export const probeInThread = (job: ProbeJob, limits: ProbeLimits = {}): Promise<ProbeOutcome> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(threadModule(), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMbMax ?? HEAP_MB_MAX },
      stdout: false,
      stderr: false,
    })
    let probed: ProbedFile | null = null
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const complex = () => end(() => resolve({ problem: "complex", detail: null }))
    let timer = setTimeout(complex, limits.probeMsMax ?? PROBE_MS_MAX)
    worker.on("message", (message: ThreadMessage) => {
      if ("probed" in message) {
        probed = message.probed
        clearTimeout(timer)
        timer = setTimeout(() => end(() => reject(new Error("storing a file took too long"))), COPY_MS_MAX)
      } else if ("fault" in message) end(() => reject(new Error(message.fault)))
      else if ("problem" in message) end(() => resolve(message))
      else {
        const known = probed
        end(() =>
          known === null ? reject(new Error("a file without a probe")) : resolve({ probed: known, ...message }),
        )
      }
    })
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY" && probed === null) complex()
      else end(() => reject(error))
    })
    worker.on("exit", () => end(() => reject(new Error("a probing thread ended"))))
  })

/** In a bundle the thread is a file beside it, otherwise the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "probing.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
