import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import { Effect, Semaphore } from "effect"
import type { ReplyMail } from "./readReplyMail.ts"

/** A message of 27 MB takes about half a second. */
const READ_MS_MAX = 20_000
const HEAP_MB_MAX = 384

export type ReplyReader = {
  /** Reads a message; null if it is none, or takes too long or too much memory. */
  read(raw: Buffer): Effect.Effect<ReplyMail | null>
}

type Limits = { readonly readMsMax?: number; readonly module?: string | URL }

/**
 * Reads replies by mail in a thread of its own, one after the other, so that a long message does not stop the process that
 * receives it. A message beyond the limits ends the thread; the next one gets a new thread.
 */
export const openReplyReader = Effect.fn("openReplyReader")(function* ({
  readMsMax = READ_MS_MAX,
  module,
}: Limits = {}) {
  const turn = yield* Semaphore.make(1)
  const held: { worker: Worker | null } = { worker: null }
  const end = async () => {
    const { worker } = held
    held.worker = null
    await worker?.terminate()
  }
  yield* Effect.addFinalizer(() => Effect.promise(end))

  const parse = (raw: Buffer) =>
    new Promise<ReplyMail | null>((resolve) => {
      held.worker ??= startThread(module ?? threadModule(), (ended) => {
        if (held.worker === ended) held.worker = null
      })
      const { worker } = held
      const settle = (mail: ReplyMail | null, isBroken: boolean) => {
        clearTimeout(timer)
        worker.off("message", onMessage)
        worker.off("error", onEnd)
        worker.off("exit", onEnd)
        if (isBroken) end().then(() => resolve(null))
        else resolve(mail)
      }
      const onMessage = (mail: ReplyMail | null) => settle(mail, false)
      const onEnd = () => settle(null, true)
      const timer = setTimeout(onEnd, readMsMax)
      worker.on("message", onMessage)
      worker.on("error", onEnd)
      worker.on("exit", onEnd)
      worker.postMessage(raw)
    })

  return { read: (raw) => turn.withPermits(1)(Effect.promise(() => parse(raw))) } satisfies ReplyReader
})

const startThread = (module: string | URL, onEnd: (worker: Worker) => void): Worker => {
  const worker = new Worker(module, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    env: {},
    stdout: false,
    stderr: false,
  })
  // A thread that fails between two messages is no fault of the process.
  worker.on("error", () => undefined)
  worker.on("exit", () => onEnd(worker))
  // An idle thread keeps no process running.
  worker.unref()
  return worker
}

/** In a bundle the thread is a file beside it, otherwise the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "mailReading.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
