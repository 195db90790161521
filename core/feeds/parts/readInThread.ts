import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import type { PartDocument, PartKind, PartOutcome } from "./ItemPart.ts"

/** How long one document may keep a thread busy; an ordinary page takes a tenth of that. */
export const READ_MS_MAX = 6_000
/** A thread that has not started by then has failed. */
const START_MS_MAX = 60_000
/** Memory limit of a thread: the tree of a page of 3 MB fits. */
export const READ_HEAP_MB_MAX = 192

/**
 * Reads a document in its own thread, which ends afterwards. A document that takes too much time or memory is refused.
 * Rejects only on errors of our own code.
 * @param module the program of the thread, for tests
 */
export const readInThread = <Kind extends PartKind>(
  kind: Kind,
  document: PartDocument,
  { msMax = READ_MS_MAX, module = threadModule() }: { readonly msMax?: number; readonly module?: string | URL } = {},
): Promise<PartOutcome<Kind>> =>
  new Promise<PartOutcome<Kind>>((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: { kind, document },
      resourceLimits: { maxOldGenerationSizeMb: READ_HEAP_MB_MAX },
    })
    let timer = setTimeout(() => {
      reject(new Error("a part thread did not start"))
      void worker.terminate()
    }, START_MS_MAX)
    worker.on("message", (reply: "ready" | PartOutcome<Kind>) => {
      if (reply !== "ready") return resolve(reply)
      clearTimeout(timer)
      timer = setTimeout(() => {
        resolve({ refusal: "unreadable" })
        void worker.terminate()
      }, msMax)
    })
    worker.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ refusal: "unreadable" }) : reject(error),
    )
    worker.once("exit", () => {
      clearTimeout(timer)
      reject(new Error("a part thread ended without an answer"))
    })
  })

/** In a bundle the thread is a file beside it, otherwise the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "parts.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
