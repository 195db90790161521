import { demoFeeds } from "./demo/index.ts"

/** Feeds added concurrently: enough to be quick, few enough to leave the CPU to the first page. */
const AT_ONCE_MAX = 4

/** Counts of feeds; `failed` is included in `done`. */
export type SeedProgress = {
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly title: string
}
export type SeedOutcome = {
  readonly added: number
  readonly failed: ReadonlyArray<{ readonly url: string; readonly reason: string }>
}

export type SeedOptions = {
  /** Adds one feed by its address through the same command as a reader; rejects if it is refused. */
  readonly addFeed: (url: string) => Promise<void>
  /** Address of the demo publisher, with or without a trailing slash. */
  readonly publisherUrl: string
  readonly onProgress: (progress: SeedProgress) => void | Promise<void>
}

/** Fills an empty library with every demo feed. The result lists failed feeds, which do not stop the others. */
export const seed = async ({ addFeed, publisherUrl, onProgress }: SeedOptions): Promise<SeedOutcome> => {
  const origin = publisherUrl.replace(/\/+$/, "")
  const queue = [...demoFeeds]
  const failed: Array<{ url: string; reason: string }> = []
  let done = 0
  // Reports are saved one after another: concurrent saves could arrive out of order and end with an older count.
  let reported = Promise.resolve()

  const work = async (): Promise<void> => {
    for (let feed = queue.shift(); feed !== undefined; feed = queue.shift()) {
      const url = origin + feed.feedPath
      try {
        await addFeed(url)
      } catch (fault) {
        failed.push({ url, reason: reasonOf(fault) })
      }
      done += 1
      const progress = { done, total: demoFeeds.length, failed: failed.length, title: feed.title }
      reported = reported.then(() => onProgress(progress))
      await reported
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE_MAX }, work))
  return { added: done - failed.length, failed }
}

/** Formats a refusal, which often has no message but fields that describe it. */
const reasonOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault)
  return fault.message || JSON.stringify({ ...fault, name: fault.name })
}
