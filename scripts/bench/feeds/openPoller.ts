import { Layer, Logger, ManagedRuntime } from "effect"
import { ADD_UNVERIFIED_MAX, FeedReader, Feeds, PollSchedule } from "#core/feeds"
import { Fetcher } from "#core/fetch"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { LOOPBACK } from "./serveRounds.ts"

type PollerOptions = {
  /** `host:port` of servers that are asked without pauses. */
  readonly ownHosts?: ReadonlyArray<string>
}

/**
 * The product's poller as a worker runs it, including its rate limits per host. All names resolve to the loopback interface.
 * @param url of the database
 * @param port of the publisher
 */
export const openPoller = async (url: string, port: number, { ownHosts = [] }: PollerOptions = {}) => {
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
  const layer = Feeds.layerOf({ ownHosts }).pipe(
    Layer.provideMerge(Layer.mergeAll(PollSchedule.layer, FeedReader.layer())),
    Layer.provideMerge(Layer.mergeAll(kernel, outside, Logger.layer([Logger.consolePretty()]))),
  )
  const runtime = ManagedRuntime.make(layer)
  const feeds = await runtime.runPromise(Feeds)
  const { client } = await runtime.runPromise(Sql)
  return {
    sql: client,
    add: async (addresses: ReadonlyArray<string>) => {
      for (let at = 0; at < addresses.length; at += ADD_UNVERIFIED_MAX)
        await runtime.runPromise(feeds.addUnverified(addresses.slice(at, at + ADD_UNVERIFIED_MAX)))
    },
    /** Checks all feeds that are due. Returns how many. */
    checkDue: () => runtime.runPromise(feeds.checkDue(Number.POSITIVE_INFINITY)),
    close: () => runtime.dispose(),
  }
}
