import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { itemRulesReactor } from "../worker/reactors/itemRules.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit
let feedId: string

/** A feed whose items are named after harbours, ferries and mills, the newest first. */
const serve = (...titles: ReadonlyArray<string>) => {
  const items = titles.map((title, index) => ({ guid: title, title, date: Date.now() - (index + 1) * 3_600_000 }))
  server.serve("/rules.xml", faults.page(rss("Rules", items)))
}

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  serve("Harbour one", "Mill one")
  const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/rules.xml` })
  feedId = (body.data["feed"] as { readonly feedId: string }).feedId
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

type Item = { readonly id: string; readonly title: string }

/** A new member who follows the feed. */
const makeReader = async () => {
  const { token } = await kit.people.make()
  const call = async <Data>(path: string, payload: object = {}) =>
    (await kit.post(`/api/Feed/${path}`, payload, { token })) as {
      readonly status: number
      readonly body: { readonly data: Data; readonly message: string }
    }
  await call("Follow", { feedId })
  const items = async () => (await call<{ items: ReadonlyArray<Item> }>("LoadPersonalFeeds")).body.data.items
  const read = async () => {
    const listed = await items()
    const { body } = await call<{ read: ReadonlyArray<string> }>("LoadReadMarks", {
      itemIds: listed.map(({ id }) => id),
    })
    return listed.filter(({ id }) => body.data.read.includes(id)).map(({ title }) => title)
  }
  const saved = async () => {
    const { items: found, notes } = (
      await call<{ items: ReadonlyArray<Item>; notes: ReadonlyArray<{ itemId: string; tags: ReadonlyArray<string> }> }>(
        "ListSavedNews",
      )
    ).body.data
    return found.map(({ id, title }) => [title, ...(notes.find(({ itemId }) => itemId === id)?.tags ?? [])].join(" "))
  }
  const rules = async () =>
    (await call<{ rules: ReadonlyArray<{ ruleId: string; action: string }> }>("LoadRules")).body.data.rules
  return { call, items, read, saved, rules }
}

describe("rules of a member", () => {
  it("mark arriving items as read and save them with tags, and leave what was there", async () => {
    const [reader, other] = [await makeReader(), await makeReader()]
    await reader.call("SetRule", { words: ["Harbour"], action: "save", tags: ["Rivers"] })
    await reader.call("SetRule", { feedId, words: ["ferry"], action: "read" })
    serve("Ferry two", "Harbour two", "Harbour one", "Mill one")
    await reader.call("UpdateFeed", { feedId })
    const events = await kit.sql`
      select type, data from es.event where type = 'feeds.FeedFetched.v1' order by position desc limit 1`
    const reactor = await run(itemRulesReactor)
    // Delivered at least once, so it must be idempotent.
    for (const _ of [1, 2]) await reactor.react(events[0] as never)
    await expect.poll(reader.saved).toEqual(["Harbour two rivers"])
    expect(await reader.read()).toEqual(["Ferry two"])
    expect([await other.saved(), await other.read()]).toEqual([[], []])
  })

  it("are tried before they are saved, and applied to what has arrived if that is wanted", async () => {
    const reader = await makeReader()
    const tried = await reader.call<{ count: number; items: ReadonlyArray<Item> }>("TryRule", { words: ["MILL"] })
    expect(tried.body.data).toMatchObject({ count: 1, items: [{ title: "Mill one" }] })
    const set = await reader.call("SetRule", { words: ["mill"], action: "save", tags: ["flour"], existing: true })
    expect(set.body.data).toEqual({ applied: 1 })
    expect(await reader.saved()).toEqual(["Mill one flour"])
    await reader.call("SetRule", { feedId, words: [], action: "read", existing: true })
    expect((await reader.read()).length).toBe((await reader.items()).length)
  })

  it("are listed, replaced and removed, and are refused without words for all feeds", async () => {
    const reader = await makeReader()
    expect(await reader.call("SetRule", { words: [], action: "read" })).toMatchObject({
      status: 400,
      body: { message: "Enter words, or choose one feed." },
    })
    await reader.call("SetRule", { words: ["mill"], action: "save" })
    const [rule] = await reader.rules()
    await reader.call("SetRule", { ruleId: rule?.ruleId, words: ["mill"], action: "read" })
    expect(await reader.rules()).toEqual([
      { ruleId: rule?.ruleId, feedId: "", words: ["mill"], action: "read", tags: [] },
    ])
    await reader.call("RemoveRule", { ruleId: rule?.ruleId })
    expect(await reader.rules()).toEqual([])
  })
})
