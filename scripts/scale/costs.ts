/** What one unit of work costs, from measurements on two cores; `source` says which. */
export type Cost = { readonly value: number; readonly unit: string; readonly source: string }

/**
 * Unit costs. Milliseconds are processor time. Where a figure varied, the larger one is taken, because a plan that is wrong
 * should be wrong on the safe side.
 */
export const COSTS = {
  pageWeb: { value: 6.5, unit: "ms", source: "report 0008: 4.5 for a newsfeed, 6.5 for a post" },
  pageDatabase: {
    value: 1.5,
    unit: "ms",
    source: "0.9 measured for guests (below); more assumed for people with follows",
  },
  pageBytes: {
    value: 90_000,
    unit: "bytes",
    source: "25 kB of compressed markup (report 0008), 65 kB of resized pictures",
  },
  signIn: { value: 72, unit: "ms", source: "report 0018: 65 of the hash, 7 of the rest" },
  poll: { value: 3.8, unit: "ms", source: "report 0014: a tenth of the feeds changed" },
  pollDatabase: { value: 1.2, unit: "ms", source: "assumed: a third of the poll" },
  messageNode: { value: 0.51, unit: "ms", source: "report 0022" },
  messageDatabase: { value: 0.24, unit: "ms", source: "report 0022" },
  event: { value: 0.3, unit: "ms", source: "report 0002 (0.045 for the append), the rest assumed for read models" },
  eventBytes: { value: 460, unit: "bytes", source: "report 0002" },
  readModelShare: { value: 1.5, unit: "× the log", source: "assumed" },
  itemBytes: { value: 6_000, unit: "bytes", source: "assumed: article, summary and search index" },
  socketBytes: { value: 3_400, unit: "bytes", source: "report 0022" },
  webMemory: { value: 700e6, unit: "bytes", source: "report 0008, after eight minutes of load" },
  workerMemory: { value: 430e6, unit: "bytes", source: "report 0014, peak" },
  chatMemory: { value: 110e6, unit: "bytes", source: "report 0008, without sockets" },
} as const satisfies Record<string, Cost>

/** What one person does on a day; `note` says why. */
export const HABITS = {
  pages: { value: 30, note: "pages and calls that read" },
  writes: { value: 15, note: "read marks, follows, saved items, opened articles" },
  messages: { value: 5, note: "chat messages" },
  signIns: { value: 0.1, note: "sessions last" },
  online: { value: 0.1, note: "share that has a chat socket at the peak" },
  peak: { value: 5, note: "the busiest second beside the mean" },
} as const

/** Feeds grow more slowly than people, because people share them; each is polled once an hour and has four items a day. */
export const feedsOf = (people: number): number => Math.round(40 * people ** 0.6)
export const FEED_POLLS_DAILY = 24
export const FEED_ITEMS_DAILY = 4

/** What one machine or process can do at most, and how full it should get. */
export const LIMITS = {
  /** Processor cores of a large database server. */
  databaseCores: 64,
  /** Commits that one primary flushes in a second, by pgbench beside the benches. */
  commits: 8_000,
  /** Sockets of one chat process (report 0022). */
  sockets: 15_000,
  /** Polls of one worker in a minute, on a shared machine (report 0014). */
  polls: 16_000,
  /** Bytes of one balancer in a second: 10 Gbit/s. */
  balancerBytes: 1.25e9,
  /** Bytes that one primary should keep on its own disks. */
  diskBytes: 20e12,
  /** Items up to which PostgreSQL answers searches within 70 ms (report 0013 measured 400,000; a part of 50 on top). */
  searchedItems: 20e6,
  /** Cores of a machine with processes. */
  machineCores: 16,
  /** How much of a processor a plan may use at the peak. */
  fullness: 0.7,
} as const
