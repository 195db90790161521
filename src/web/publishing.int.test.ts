import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { findFeed, findItem, listItems } from "#projections/feeds"
import { decodeEvent, ProjectionRunner, prepareProjections, waitFor } from "#projections/runner"
import { type TestDatabase, testDatabase } from "#testing"
import { type FeedsKit, makeFeedsKit, rss, TEST_MASTER_KEY } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { makeTestFetcher } from "../../core/fetch/testing/testFetcher.ts"
import { projections } from "../../projections/registry.ts"

let server: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let kit: FeedsKit
let stop: () => Promise<void>

beforeAll(async () => {
  server = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host] })
  db = await testDatabase()
  kit = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer })
  const sealing = await kit.run(Sealing)
  await prepareProjections(kit.sql, projections, {
    decode: (projection, event) => decodeEvent(projection, sealing, event),
  })
  // A separate process, like the worker.
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(TEST_MASTER_KEY))),
    Layer.provideMerge(Sql.layer(db.url)),
  )
  const runtime = ManagedRuntime.make(
    ProjectionRunner.layer({ projections, log: () => undefined }).pipe(Layer.provideMerge(kernel)),
  )
  await runtime.runPromise(Effect.asVoid(ProjectionRunner))
  stop = () => runtime.dispose()
})
afterAll(async () => {
  await stop()
  await kit.close()
  await db.drop()
  await fetcher.close()
  await server.close()
})

/** Lists use both read models. */
const readable = async (position: number) => {
  for (const name of ["feeds", "items"]) expect(await kit.run(waitFor(name, position, 20_000))).toBe(true)
}

it("[S1-001] a blog's posts appear within moments, and later ones too", async () => {
  server.serve("/blog", '<link rel="alternate" type="application/rss+xml" href="/blog.xml">')
  server.serve("/blog.xml", faults.page(rss("The blog", [{ guid: "one", date: "2026-01-30T08:00:00Z" }])))
  const { feedId, position } = await kit.add(`${server.origin}/blog`)
  await readable(position)
  expect(await kit.run(findFeed(feedId))).toMatchObject({ title: "The blog", itemCount: 1 })
  const titles = async () => (await kit.run(listItems({ feedIds: [feedId] }))).items.map(({ title }) => title)
  expect(await titles()).toEqual(["About one"])

  server.serve(
    "/blog.xml",
    faults.page(rss("The blog", [{ guid: "two" }, { guid: "one", date: "2026-01-30T08:00:00Z" }])),
  )
  expect(await kit.refresh(feedId)).toBe("changed")
  const [row] = await kit.sql<Array<{ head: number }>>`select last_value as head from es.position`
  await readable(row?.head ?? 0)
  expect(await titles()).toEqual(["About two", "About one"])
})

it("[S1-002] [S1-003] videos and podcasts appear with playable media", async () => {
  const sound = '<enclosure url="https://media.example/1.mp3" type="audio/mpeg" length="123"/>'
  const podcast = rss("Talk", [{ guid: "episode", more: `${sound}<itunes:duration>61:01</itunes:duration>` }]).replace(
    "<rss ",
    '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ',
  )
  const film = '<enclosure url="https://media.example/1.mp4" type="video/mp4" length="456"/>'
  server.serve("/podcast.xml", faults.page(podcast))
  server.serve("/films.xml", faults.page(rss("Films", [{ guid: "film", more: film }])))
  const added = await Promise.all(["/podcast.xml", "/films.xml"].map((path) => kit.add(`${server.origin}${path}`)))
  for (const { position } of added) await readable(position)
  const { items } = await kit.run(listItems({ feedIds: added.map(({ feedId }) => feedId) }))
  const opened = await Promise.all(items.map(({ itemId }) => kit.run(findItem(itemId))))
  expect(opened.toSorted((one, other) => ((one?.source ?? "") < (other?.source ?? "") ? -1 : 1))).toMatchObject([
    {
      source: "Podcast",
      contentType: "podcast",
      durationSeconds: 3661,
      enclosures: [{ url: "https://media.example/1.mp3", type: "audio/mpeg", lengthBytes: 123 }],
    },
    {
      source: "RSS-Video",
      contentType: "video",
      enclosures: [{ url: "https://media.example/1.mp4", type: "video/mp4" }],
    },
  ])
})
