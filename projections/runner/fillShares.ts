import { Worker } from "node:worker_threads"
import type { Filled } from "./Filling.ts"
import type { Projection } from "./Projection.ts"

/** What a worker thread needs to fill its share of a build; objects that cannot be transferred are found by name. */
export type Workers = {
  readonly count: number
  /** Connection string; every worker opens its own connections. */
  readonly url: string
  /** File URL of the module that exports `projections`. */
  readonly registry: string
  readonly masterKey: Uint8Array
  readonly rowsInMemoryMax?: number
}

export type FillWork = Omit<Workers, "count"> & {
  readonly name: string
  readonly build: number
  readonly upTo: number
  readonly share: { readonly index: number; readonly of: number }
}
export type FillReport = { readonly events: number; readonly position: number } | Filled

/**
 * Fills a build with several threads, each for its share of the streams. Reports progress for all of them: the sum of
 * events, and the position that all have passed.
 */
export const fillShares = async (
  projection: Projection,
  build: number,
  upTo: number,
  { count, ...workers }: Workers,
  onProgress: (events: number, position: number) => void,
): Promise<ReadonlyArray<Filled>> => {
  const progress = Array.from({ length: count }, () => ({ events: 0, position: 0 }))
  const threads: Array<Worker> = []
  const fill = (index: number) =>
    new Promise<Filled>((resolve, reject) => {
      const workerData: FillWork = { ...workers, name: projection.name, build, upTo, share: { index, of: count } }
      const thread = new Worker(new URL("./fillWorker.ts", import.meta.url), { workerData })
      threads.push(thread)
      thread.on("message", (report: FillReport) => {
        if ("faults" in report) return resolve(report)
        progress[index] = report
        onProgress(
          progress.reduce((sum, { events }) => sum + events, 0),
          Math.min(...progress.map(({ position }) => position)),
        )
      })
      thread.on("error", reject)
      thread.on("exit", (code) =>
        reject(new Error(`a worker thread ended with code ${code} before its share was filled`)),
      )
    })
  try {
    return await Promise.all(progress.map((_, index) => fill(index)))
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
