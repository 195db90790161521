/**
 * Memory settings per role. The young generation is in megabytes.
 * - web: a page allocates about a hundred kilobytes of short-lived objects. Room for many pages saves a sixth of the
 *   time per page.
 * - chat: a fifth of a message's allocations survives two collections of 8 MB. With heap growth limited to 30 %, full
 *   collections ran every 0.6 s at a thousand messages a second; now every four seconds, with a tenth less CPU time per
 *   message and 1.5 KB more per socket (3.2 of 4).
 * - worker: its objects live long. Heap growth is limited to 30 % per collection: 400 MB instead of 560 while thousands
 *   of feeds are new, for 6 % more CPU time in that phase only.
 * - keeper: idle between looks at documents; it holds a private key, so nobody may attach a debugger.
 * - console: few people use it.
 */
export const MEMORY_FLAGS = {
  web: ["--max-semi-space-size=32"],
  chat: ["--max-semi-space-size=16"],
  worker: ["--max-semi-space-size=8", "--heap-growing-percent=30"],
  keeper: ["--max-semi-space-size=1", "--heap-growing-percent=30", "--disable-sigusr1"],
  console: ["--max-semi-space-size=8"],
} as const
