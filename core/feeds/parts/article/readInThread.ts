import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import type { PartOutcome } from "../Part.ts"
import type { PageToRead } from "./extractArticle.ts"

/** A page may keep a thread busy for so long; an ordinary one takes a tenth of it. */
export const READ_MS_MAX = 6_000
/** A thread that has not begun by then never does. */
const START_MS_MAX = 60_000
/** What a thread may hold: the tree of a page of 3 MB fits. */
export const READ_HEAP_MB_MAX = 192

/**
 * Reads a page in a thread of its own, which ends with it: a page that takes too long or too much memory is refused and
 * harms nothing. Rejects only where the fault is ours.
 *
 * @param module what the thread runs; for tests that need one which misbehaves
 */
export const readInThread = (
  page: PageToRead,
  { msMax = READ_MS_MAX, module = threadModule() }: { readonly msMax?: number; readonly module?: string | URL } = {},
): Promise<PartOutcome<"article">> =>
  new Promise<PartOutcome<"article">>((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: page,
      resourceLimits: { maxOldGenerationSizeMb: READ_HEAP_MB_MAX },
    })
    let timer = setTimeout(() => {
      reject(new Error("an article thread did not start"))
      void worker.terminate()
    }, START_MS_MAX)
    worker.on("message", (told: "ready" | PartOutcome<"article">) => {
      if (told !== "ready") return resolve(told)
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
      reject(new Error("an article thread ended without an answer"))
    })
  })

/** Beside the bundle where the process runs from one, else the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "article.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
