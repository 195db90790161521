import type { LookupFunction } from "node:net"
import process from "node:process"

/** Feeds per host: a few, as on the web. */
const FEEDS_PER_HOST = 4

/** The address of a feed on one of thousands of host names, all of which resolve to the loopback publisher. */
export const addressOf = (set: number, feed: number, port: number): string =>
  `http://publisher-${Math.floor(feed / FEEDS_PER_HOST)}.example:${port}/${set}/feed/${feed}`

/** Resolves every name to the loopback interface, for all contenders alike. */
export const LOOPBACK = [{ address: "127.0.0.1", family: 4 as const }]

export const lookUpLoopback: LookupFunction = (_, options, callback) =>
  options.all === true ? callback(null, LOOPBACK) : callback(null, "127.0.0.1", 4)

/** The result of one round of a contender. */
export type Round = {
  readonly looked: number
  readonly changed: number
  readonly seconds: number
  /** CPU time of the process with all its threads. */
  readonly cpuSeconds: number
  readonly peakRssMb: number
}

/** Runs a round whenever the parent requests one and reports its result. Exits with the parent. */
export const serveRounds = (round: () => Promise<{ readonly looked: number; readonly changed: number }>): void => {
  process.on("message", async () => {
    const began = performance.now()
    const before = process.cpuUsage()
    const outcome = await round()
    const { user, system } = process.cpuUsage(before)
    const answer: Round = {
      ...outcome,
      seconds: (performance.now() - began) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakRssMb: process.resourceUsage().maxRSS / 1024,
    }
    process.send?.(answer)
  })
  process.once("disconnect", () => process.exit())
  process.send?.("ready")
}
