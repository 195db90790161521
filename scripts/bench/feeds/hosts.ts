import type { LookupFunction } from "node:net"

/** Feeds per host: a few, as on the web. */
const FEEDS_PER_HOST = 4

/** The address of a feed on one of thousands of host names, all of which resolve to the loopback publisher. */
export const addressOf = (set: number, feed: number, port: number): string =>
  `http://publisher-${Math.floor(feed / FEEDS_PER_HOST)}.example:${port}/${set}/feed/${feed}`

/** Resolves every name to the loopback interface, for all contenders alike. */
export const LOOPBACK = [{ address: "127.0.0.1", family: 4 as const }]

export const lookUpLoopback: LookupFunction = (_, options, callback) =>
  options.all === true ? callback(null, LOOPBACK) : callback(null, "127.0.0.1", 4)
