import { demoFeeds } from "./demo/index.ts"

/** Feeds that are added at the same time: enough to be quick, few enough to leave the machine to the first page. */
const AT_ONCE_MAX = 4

/** Counts of feeds; `failed` ones are among those `done`. */
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
  /** Adds one feed by its address through the same command as a reader does; rejects where it was refused. */
  readonly addFeed: (url: string) => Promise<void>
  /** Where the demo publisher listens, with or without a slash at its end. */
  readonly publisherUrl: string
  readonly onProgress: (progress: SeedProgress) => void | Promise<void>
}

/** Fills an empty library with every demo feed. One that fails is told in the outcome and keeps no other from being added. */
export const seed = async ({ addFeed, publisherUrl, onProgress }: SeedOptions): Promise<SeedOutcome> => {
  const origin = publisherUrl.replace(/\/+$/, "")
  const queue = [...demoFeeds]
  const failed: Array<{ url: string; reason: string }> = []
  let done = 0
  // One report after another: what four workers save at the same time could arrive in another order and end on an older count.
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

/** A refusal often has no message of its own, but fields that say what was refused. */
const reasonOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault)
  return fault.message || JSON.stringify({ ...fault, name: fault.name })
}
