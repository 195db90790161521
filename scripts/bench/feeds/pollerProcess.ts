import process from "node:process"
import { Effect, Layer, Logger, ManagedRuntime, Metric } from "effect"
import { ADD_UNVERIFIED_MAX, FeedReader, Feeds, feedChecks, PollSchedule } from "#core/feeds"
import { Fetcher } from "#core/fetch"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { addressOf, LOOPBACK, serveRounds } from "./serveRounds.ts"

/**
 * The product's poller as a worker runs it, including its rate limits per host. `node pollerProcess.ts URL PORT FEEDS`
 */
const [, , url = "", portText = "", feedsText = ""] = process.argv
const port = Number(portText)

const kernel = PostgresEventStore.pipe(
  Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(new Uint8Array(32)))),
  Layer.provideMerge(Sql.layer(url)),
)
const outside = Fetcher.layer({
  userAgent: "QuireBench/1 (+https://quire.example/)",
  allowPrivate: [],
  ports: [port],
  isPublic: () => true,
  resolve: async () => LOOPBACK,
})
const layer = Feeds.layerOf().pipe(
  Layer.provideMerge(Layer.mergeAll(PollSchedule.layer, FeedReader.layer())),
  Layer.provideMerge(Layer.mergeAll(kernel, outside, Logger.layer([Logger.consolePretty()]))),
)
const runtime = ManagedRuntime.make(layer)
const feeds = await runtime.runPromise(Feeds)
const { client: sql } = await runtime.runPromise(Sql)

const addresses = Array.from({ length: Number(feedsText) }, (_, feed) => addressOf(0, feed, port))
for (let at = 0; at < addresses.length; at += ADD_UNVERIFIED_MAX) {
  await runtime.runPromise(feeds.addUnverified(addresses.slice(at, at + ADD_UNVERIFIED_MAX)))
}

const changedSoFar = () => Effect.runSync(Metric.value(feedChecks)).occurrences.get("changed") ?? 0

serveRounds(async () => {
  // All feeds are due, in a random order like that of jitter.
  await sql`update feeds.poll set next_check_at = now() - random() * interval '1 hour'`
  const before = changedSoFar()
  const looked = await runtime.runPromise(feeds.checkDue(Number.POSITIVE_INFINITY))
  return { looked, changed: changedSoFar() - before }
})
