import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Feeds } from "#core/feeds"
import { Flags } from "#core/flags"
import { ContinuedFeeds, Imports } from "#core/imports"
import { channelFeedId, Posts } from "#core/publishing"
import { listItems } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { withClockLater } from "../api/testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"

const ITEMS = 8
let server: FaultServer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  ;[server, db] = await Promise.all([startFaultServer(), testDatabase()])
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const request = (path: string, body: object, { token }: TestPerson) => kit.post(`/api/${path}`, body, { token })

/** A creator with a channel and a claimed feed of some articles. */
const claimant = async (path: string) => {
  const person = await kit.people.make()
  const { channelId } = await makeCreator(db.url, person)
  const pieces = Array.from({ length: ITEMS }, (_, index) => ({
    ...{ guid: `${path}${index}`, date: Date.UTC(2026, 9, 20) - index * 3_600_000 },
  }))
  const feedOf = (text: string) =>
    rss("The log", pieces).replace("</link>", `</link><description>${text}</description>`)
  const publish = (guid: string, date: number) => {
    pieces.unshift({ guid, date })
    server.serve(path, faults.page(feedOf("Notes")))
  }
  server.serve(path, faults.page(feedOf("Notes")))
  const url = `${server.origin}${path}`
  const { body } = await request("User/LoadLinkAccount", { url }, person)
  server.serve(path, faults.page(feedOf((body.data as unknown as { proof: { code: string } }).proof.code)))
  expect((await request("UserProfile/AddPersonalRSS", { url }, person)).status).toBe(200)
  const [claim] = await kit.sql<Array<{ feedId: string }>>`
    select feed_id as "feedId" from read.feed_claim where person_id = ${person.personId}`
  return { person, channelId, url, feedId: claim?.feedId ?? "", publish }
}
const begin = async (channelId: number, feedId: string, person: TestPerson) => {
  const begun = await request("Channel/ImportFeed", { channelId, feedId }, person)
  return (begun.body.data as unknown as { import: { importId: string } }).import.importId
}
const work = async ({ personId }: TestPerson, importId: string) => {
  await run(Imports.use((imports) => imports.work))
  await seen()
  return run(Effect.orDie(Imports.use((imports) => imports.find(personId, importId))))
}
const seen = async () => {
  const [head] = await kit.sql<Array<{ head: number }>>`select last_value as head from es.position`
  for (const name of ["posts", "items", "feeds"]) await run(waitFor(name, head?.head ?? 0, 20_000))
}

let laterMs = 0
/** Reads the feeds again, and lets those continue that are due. */
const readFeeds = async () => {
  laterMs += 7_200_000
  await run(
    withClockLater(
      laterMs,
      Feeds.use(({ checkDue }) => checkDue(10)),
    ),
  )
  await seen()
  await run(
    withClockLater(
      laterMs,
      ContinuedFeeds.use(({ work }) => work),
    ),
  )
  await seen()
}
const setStatus = (userChannelStatusId: number, person: TestPerson) =>
  request("UserProfile/UpdateContentCreator", { userChannelStatusId }, person)

describe("a claimed feed that continues", () => {
  it("brings new articles once, also old ones, and none while the channel is paused, imports are off, or its creator ended it", async () => {
    const { person, channelId, feedId, publish } = await claimant("/going.xml")
    await request("Channel/ImportFeed", { channelId, feedId, continues: true }, person)
    await run(Imports.use((imports) => imports.work))
    const posts = async () => {
      const rows = await kit.sql<Array<{ title: string }>>`
        select title from read.post where channel_id = ${channelId} and status_id = 3 order by published_at desc`
      return rows.map(({ title }) => title).filter((title) => !/going\.xml\d$/.test(title))
    }
    publish("new", Date.UTC(2026, 9, 21))
    publish("old", Date.UTC(2026, 8, 1))
    await readFeeds()
    expect(await posts()).toEqual(["About new", "About old"])
    await readFeeds()
    expect(await posts()).toHaveLength(2)
    const [letters] = await kit.sql<Array<{ count: number }>>`select count(*)::int as count from newsletters.sending`
    expect(letters?.count).toBe(0)

    await setStatus(2, person)
    publish("waiting", Date.UTC(2026, 9, 22))
    await readFeeds()
    expect(await posts()).toHaveLength(2)
    await setStatus(1, person)
    await readFeeds()
    expect(await posts()).toEqual(["About waiting", "About new", "About old"])

    const rule = { flag: "imports", rule: { kind: "off" }, reason: "too much" } as const
    await run(Effect.orDie(Flags.use((flags) => flags.set(rule, "operator:test"))))
    publish("held", Date.UTC(2026, 9, 23))
    await readFeeds()
    expect(await posts()).toHaveLength(3)
    await run(Effect.orDie(Flags.use((flags) => flags.reset("imports", "operator:test"))))
    await readFeeds()
    expect(await posts()).toHaveLength(4)

    await request("Channel/ContinueFeed", { channelId, feedId, continues: false }, person)
    publish("after", Date.UTC(2026, 9, 24))
    await readFeeds()
    expect(await posts()).toHaveLength(4)
    const { body } = await request("Channel/LoadImports", {}, person)
    expect(body.data).toMatchObject({ continuedFeeds: [] })
  })

  it("ends with the claim", async () => {
    const { person, channelId, feedId, url } = await claimant("/gone.xml")
    const stranger = await kit.people.make()
    expect((await request("Channel/ContinueFeed", { channelId, feedId, continues: true }, stranger)).status).toBe(404)
    await request("Channel/ContinueFeed", { channelId, feedId, continues: true }, person)
    const listed = async () => (await request("Channel/LoadImports", {}, person)).body.data
    expect(await listed()).toMatchObject({ continuedFeeds: [{ feedId, channelId, refused: 0 }] })
    await request("User/RemoveLinkAccount", { feedId, url }, person)
    await readFeeds()
    expect(await listed()).toMatchObject({ continuedFeeds: [] })
  })
})

describe("the archive of a claimed feed", () => {
  it("becomes posts with their dates and addresses, which lists show once with the items and their marks", async () => {
    const { person, channelId, feedId } = await claimant("/log.xml")
    const reader = await kit.people.make()
    const list = (feedIds: ReadonlyArray<string>) =>
      run(listItems({ feedIds: [...feedIds], pageSize: 50, reader: reader.personId }))
    const before = await list([feedId])
    await request("Feed/MarkRead", { itemIds: [before.items[0]?.itemId], read: true }, reader)

    expect((await request("Channel/ImportFeed", { channelId, feedId }, reader)).status).toBe(404)
    const importId = await begin(channelId, feedId, person)
    expect(await begin(channelId, feedId, person)).toBe(importId)
    expect(await work(person, importId)).toMatchObject({ state: "done", counts: { imported: ITEMS, refused: 0 } })
    const posts = await kit.sql<Array<{ id: string; at: Date; source: string; revised: Date }>>`
      select post_id as id, published_at as at, canonical_url as source, revised_at as revised from read.post
      where channel_id = ${channelId} and status_id = 3 order by published_at desc`
    expect(posts).toHaveLength(ITEMS)
    const first = new Date(Date.UTC(2026, 9, 20))
    expect(posts[0]).toMatchObject({ at: first, revised: first, source: before.items[0]?.link })

    const both = [feedId, channelFeedId(channelId)]
    const shown = async () =>
      (await list(both)).items.map(({ itemId, isRead, alsoIn }) => [itemId, isRead, alsoIn.length])
    const once = before.items.map(({ itemId }, index) => [itemId, index === 0, 1])
    expect(await shown()).toEqual(once)
    // A post that was hidden and shown again still is a copy of its item.
    const { change } = await run(Posts)
    for (const kind of ["hide", "show"] as const)
      await run(Effect.orDie(change(person.personId, posts[0]?.id ?? "", { action: { kind } })))
    await seen()
    expect(await shown()).toEqual(once)

    const again = await work(person, await begin(channelId, feedId, person))
    expect(again.counts).toMatchObject({ imported: 0, there: ITEMS })
    const [letters] = await kit.sql<Array<{ count: number }>>`select count(*)::int as count from newsletters.sending`
    expect(letters?.count).toBe(0)
  })

  it("stays where it is once the feed is somebody else's", async () => {
    const { person, channelId, feedId, url } = await claimant("/lost.xml")
    const importId = await begin(channelId, feedId, person)
    await request("User/RemoveLinkAccount", { feedId, url }, person)
    expect(await work(person, importId)).toMatchObject({ state: "failed", counts: { imported: 0 } })
    expect((await request("Channel/ImportFeed", { channelId, feedId }, person)).status).toBe(404)
  })
})
