import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { run } from "#src/process/runtime.ts"
import { BEAT_MS, live, STREAMS_PER_PERSON_MAX } from "#src/web/live/LiveStreams.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { forgetFollowsReactor } from "../worker/reactors/forgetFollows.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit
/** The ids of the library's feeds by name. */
const feeds: Record<string, string> = {}

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  for (const [index, name] of ["a", "b", "c"].entries()) {
    const items = [1, 2, 3].map((number) => ({
      guid: `${name}${number}`,
      date: Date.UTC(2026, 0, 10 - number) + index * 60_000,
    }))
    server.serve(`/${name}.xml`, faults.page(rss(`Feed ${name}`, items)))
    const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/${name}.xml` })
    feeds[name] = (body.data["feed"] as { readonly feedId: string }).feedId
  }
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const idOf = (name: string): string => feeds[name] ?? ""
/** The calls of one person, each from a different address. */
const person = (userCode: string) => {
  const call = async (path: string, payload: object = {}, headers: Record<string, string> = {}) =>
    kit.post(`/api/${path}`, payload, { userCode, headers })
  const data = async <Data>(path: string, payload: object = {}) => (await call(path, payload)).body.data as Data
  const groups = async () => {
    const { groupData } = await data<{ groupData: ReadonlyArray<{ feedId: string; groupName: string }> }>(
      "UserGroup/LoadUserGroup",
    )
    return groupData.map(({ feedId, groupName }) => `${nameOf(feedId)}@${groupName}`)
  }
  const followed = async () =>
    (await data<{ feeds: ReadonlyArray<{ feedId: string }> }>("Feed/FollowList")).feeds.map(({ feedId }) =>
      nameOf(feedId),
    )
  return { call, data, groups, followed }
}
const nameOf = (feedId: string): string => Object.entries(feeds).find(([, id]) => id === feedId)?.[0] ?? ""

describe("follows of an account", () => {
  it("[S7-090] [S7-092] [S7-094] [S7-095] [S3-006] are added and removed once, however often the call is repeated", async () => {
    const anna = person("QI1")
    for (const _ of [1, 2]) {
      const { status, body } = await anna.call("Feed/Follow", { feedId: idOf("a") })
      expect([status, body.data]).toEqual([200, { feedId: idOf("a"), followStatusId: 2 }])
    }
    await anna.call("Feed/Follow", { feedId: idOf("b") })
    const { feeds: list } = await anna.data<{ feeds: ReadonlyArray<object> }>("Feed/FollowList")
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({
      id: idOf("a"),
      feedId: idOf("a"),
      feedName: "Feed a",
      link: expect.stringContaining("http"),
      subsribers: 1,
      groupName: "",
    })
    for (const _ of [1, 2]) {
      const { status, body } = await anna.call("Feed/UnFollow", { feedId: idOf("a") })
      expect([status, body.data]).toEqual([200, { feedId: idOf("a"), followStatusId: 1 }])
    }
    expect(await anna.followed()).toEqual(["b"])
    const ended = await anna.data<{ feeds: ReadonlyArray<object> }>("Feed/UnFollowList")
    expect(ended.feeds).toEqual([
      {
        id: idOf("a"),
        feedId: idOf("a"),
        feedName: "Feed a",
        link: expect.any(String),
        unfollowed: expect.any(Number),
      },
    ])
    await anna.call("Feed/Follow", { feedId: idOf("a") })
    expect((await anna.data<{ feeds: ReadonlyArray<object> }>("Feed/UnFollowList")).feeds).toEqual([])
  })

  it("[S3-014] [S4-030] [S7-093] change between status 2 and 1 by the follow payload", async () => {
    const bert = person("QI2")
    const change = (followStatusId: number) =>
      bert.call("Feed/UpdateFollow", { feed: { id: idOf("a") }, followStatusId, feedId: idOf("a") })
    expect((await change(2)).body.data).toEqual({ feedId: idOf("a"), followStatusId: 2 })
    expect(await bert.followed()).toEqual(["a"])
    expect((await change(1)).body.data).toEqual({ feedId: idOf("a"), followStatusId: 1 })
    expect(await bert.followed()).toEqual([])
    expect((await change(3)).status).toBe(400)
  })

  it("[S7-091] can include the creator of a feed", async () => {
    const carla = person("QI3")
    const listed = async () => (await carla.data<{ feeds: ReadonlyArray<object> }>("Feed/FollowList", {})).feeds
    await carla.call("Feed/Follow", { feedId: idOf("a") })
    expect(await listed()).toMatchObject([{ feedId: idOf("a"), withCreator: false }])
    const { body } = await carla.call("Feed/FollowWithCreator", { feedId: idOf("a") })
    expect(body.data).toMatchObject({ followStatusId: 2, creatorCode: expect.stringMatching(/^QF/) })
    expect(await listed()).toMatchObject([{ feedId: idOf("a"), code: body.data["creatorCode"], withCreator: true }])
    await carla.call("Feed/FollowWithCreator", { feedId: idOf("b") })
    expect(await listed()).toMatchObject([{}, { feedId: idOf("b"), withCreator: true }])
  })

  it("count as followers of a feed", async () => {
    const count = async () =>
      (await kit.post("/api/Feed/SearchFeedById", { feedId: idOf("c") })).body.data["feed"] as object
    expect(await count()).toMatchObject({ subsribers: 0 })
    await person("QI4").call("Feed/Follow", { feedId: idOf("c") })
    await person("QI5").call("Feed/Follow", { feedId: idOf("c") })
    expect(await count()).toMatchObject({ subsribers: 2 })
    await person("QI4").call("Feed/UnFollow", { feedId: idOf("c") })
    expect(await count()).toMatchObject({ subsribers: 1 })
  })

  it("are private: guests are refused, and follows of others are not visible", async () => {
    for (const path of ["Feed/Follow", "Feed/UnFollow", "Feed/FollowList", "UserGroup/LoadUserGroup"])
      expect((await kit.post(`/api/${path}`, { feedId: idOf("a") })).status).toBe(401)
    await person("QI6").call("Feed/Follow", { feedId: idOf("a"), groupName: "Mine" })
    expect(await person("QI7").followed()).toEqual([])
    expect(await person("QI7").groups()).toEqual([])
    expect((await person("QI7").call("UserGroup/DeleteUserGroup", { groupName: "Mine" })).status).toBe(404)
  })

  it("cannot be feeds that are not in the library", async () => {
    expect((await person("QI8").call("Feed/Follow", { feedId: "0".repeat(20) })).status).toBe(404)
  })

  it("are changed once per key, and a repeat gets the first response", async () => {
    const cleo = person("QI9")
    const make = () => cleo.call("UserGroup/CreateGroup", { groupName: "Once" }, { "idempotency-key": "k1" })
    const [one, other] = [await make(), await make()]
    expect(other.body).toEqual(one.body)
    expect(await cleo.groups()).toEqual(["@Once"])
  })

  it("[S7-106] are separate from the feeds that a user publishes, which have their own list", async () => {
    const draft = { title: "A text", content: "<p>Of my own.</p>" }
    const creator = await kit.people.make()
    const { channelCode } = await makeCreator(db.url, creator)
    await kit.post("/api/Feed/UploadLongNews", draft, { token: creator.token })
    const listed = async (userCode: string) => (await kit.post("/api/Feed/ListUserFeed", { userCode })).body.data
    const own = { feeds: [{ code: channelCode, contentType: "QI" }] }
    expect(await listed(creator.userCode)).toMatchObject(own)
    expect(await listed(channelCode)).toMatchObject(own)
    expect(await listed("QI78")).toEqual({ feeds: [] })
  })
})

describe("groups", () => {
  it("[S7-058] [S7-059] [S7-060] [S7-061] [S7-062] [S3-018] can be created, filled, renamed and deleted", async () => {
    const dora = person("QI10")
    const { groupId } = await dora.data<{ groupId: string }>("UserGroup/CreateGroup", { groupName: "Europe" })
    expect(groupId).toMatch(/^[0-9a-z]{20}$/)
    expect(await dora.groups()).toEqual(["@Europe"])
    await dora.call("Feed/Follow", { feedId: idOf("a"), groupId })
    await dora.call("Feed/Follow", { feedId: idOf("b") })
    await dora.call("UserGroup/UpdateGroup", { groupName: "europe", feedIds: [idOf("b")] })
    expect(await dora.data("UserGroup/LoadUserGroup")).toMatchObject({
      groupData: [
        { feedId: idOf("a"), groupId, groupName: "Europe" },
        { feedId: idOf("b"), groupId, groupName: "Europe" },
      ],
      feedListData: [{ feedName: "Feed a" }, { feedName: "Feed b" }],
      loadData: true,
    })
    expect((await dora.call("UserGroup/UpdateGroupName", { groupId, newName: "欧洲" })).status).toBe(200)
    await dora.call("UserGroup/UpdateGroup", { feedIds: [idOf("a")] })
    expect(await dora.groups()).toEqual(["b@欧洲"])
    await dora.call("UserGroup/DeleteUserGroup", { groupId })
    expect(await dora.groups()).toEqual([])
    expect(await dora.followed()).toEqual(["a"])
  })

  it("report an invalid name beside its field", async () => {
    const emil = person("QI11")
    const named = (groupName: string) => emil.call("UserGroup/CreateGroup", { groupName })
    expect((await named(" ")).body).toMatchObject({ errors: { groupName: ["Please enter a group name."] } })
    expect((await named("x".repeat(41))).body).toMatchObject({ errors: { groupName: [expect.stringContaining("40")] } })
    await named("X")
    expect((await named("x")).body).toMatchObject({ errors: { groupName: [expect.stringContaining("already")] } })
    expect((await emil.call("UserGroup/UpdateGroupName", { groupName: "X", newName: "" })).body).toMatchObject({
      errors: { newName: ["Please enter a group name."] },
    })
  })
})

describe("[S7-089] [S4-029] merging a guest's follows", () => {
  const item = (name: string, groupName = "") => ({ id: idOf(name), feedId: idOf(name), groupName })
  const merge = (who: ReturnType<typeof person>, ...items: ReadonlyArray<object>) =>
    who.data("Feed/InitFollow", { feeds: items })

  it("merges feeds and groups, including overlaps and name conflicts, without duplicates", async () => {
    const fritz = person("QI12")
    await fritz.call("Feed/Follow", { feedId: idOf("a"), groupName: "Europe" })
    const guest = [item("a", "Elsewhere"), item("b", "EUROPE"), item("c"), { id: "", feedId: "", groupName: "Empty" }]
    expect(await merge(fritz, ...guest)).toEqual({ followed: 2, groups: 1, left: 0 })
    expect(await fritz.groups()).toEqual(["a@Europe", "b@Europe", "@Empty"])
    expect(await fritz.followed()).toEqual(["a", "b", "c"])
    expect(await merge(fritz, ...guest)).toEqual({ followed: 0, groups: 0, left: 0 })
  })

  it("ignores unknown feeds, and refuses more than a guest can have", async () => {
    const unknown = { id: "0".repeat(20), feedId: "0".repeat(20), groupName: "" }
    expect(await merge(person("QI13"), unknown, item("a"))).toEqual({ followed: 1, groups: 0, left: 1 })
    const many = Array.from({ length: 27 }, () => item("a"))
    expect((await person("QI13").call("Feed/InitFollow", { feeds: many })).status).toBe(400)
  })
})

describe("[S7-108] the personal feed", () => {
  const titles = async (who: ReturnType<typeof person>, more: object = {}) => {
    const page = await who.data<{ items: ReadonlyArray<{ title: string }>; next: string | null }>(
      "Feed/LoadPersonalFeeds",
      { filter: { pageSize: 4, page: 1 }, ...more },
    )
    return { titles: page.items.map(({ title }) => title), next: page.next }
  }

  it("lists items of followed feeds, newest first, by page and optionally by group", async () => {
    const gina = person("QI14")
    expect(await titles(gina)).toEqual({ titles: [], next: null })
    await gina.call("Feed/Follow", { feedId: idOf("a"), groupName: "First" })
    await gina.call("Feed/Follow", { feedId: idOf("b") })
    const first = await titles(gina)
    expect(first.titles).toHaveLength(4)
    const rest = await titles(gina, { cursor: first.next })
    expect(rest).toMatchObject({ titles: expect.any(Array), next: null })
    expect(new Set([...first.titles, ...rest.titles]).size).toBe(6)
    expect((await titles(gina, { groupName: "First" })).titles).toHaveLength(3)
    expect((await gina.call("Feed/LoadPersonalFeeds", { groupName: "None" })).status).toBe(404)
  })
})

describe("a deleted account", () => {
  it("leaves no follows, saved items, mute rules and read marks", async () => {
    const { personId, token } = await kit.people.make()
    const call = (path: string, payload: object) => kit.post(`/api/${path}`, payload, { token })
    await call("Feed/Follow", { feedId: idOf("a"), groupName: "Geheim" })
    await call("Feed/Follow", { feedId: idOf("b") })
    await call("Feed/UnFollow", { feedId: idOf("b") })
    await call("Feed/SetMuteRule", { words: ["geheim"] })
    const { body } = await call("Feed/LoadPersonalFeeds", {})
    const itemId = (body.data["items"] as ReadonlyArray<{ id: string }>)[0]?.id
    await call("Feed/SaveNews", { itemId })
    await call("Feed/MarkRead", { itemIds: [itemId], read: true })
    await call("Feed/MarkAllRead", {})
    const followers = async () =>
      ((await kit.post("/api/Feed/SearchFeedById", { feedId: idOf("a") })).body.data["feed"] as { subsribers: number })
        .subsribers
    const before = await followers()

    const reactor = await run(forgetFollowsReactor)
    const data = { subjectId: personId, erasedAt: new Date().toISOString() }
    // Delivered at least once, so it must be idempotent.
    for (const _ of [1, 2]) await reactor.react({ type: "kernel.SubjectErased.v1", data } as never)
    await expect.poll(followers).toBe(before - 1)
    for (const table of ["follow", "follow_group", "mute_rule", "saved_item", "follower"])
      expect(await kit.sql`select from read.${kit.sql(table)} where person_id = ${personId}`).toHaveLength(0)
    for (const table of ["mark", "horizon"])
      expect(await kit.sql`select from reading.${kit.sql(table)} where person_id = ${personId}`).toHaveLength(0)
  })
})

describe("listening pages", () => {
  const decoder = new TextDecoder()
  const listen = ({ personId, sessionId }: { readonly personId: string; readonly sessionId: string }) => {
    const missing = new AbortController()
    const reader = live().open({ personId, sessionId, postId: null }, missing.signal)?.getReader()
    /** The next follows event, without heartbeats and other topics. */
    const next = async (): Promise<string> => {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return "closed"
      const text = decoder.decode(value)
      return text.startsWith("event: follows") ? text : next()
    }
    return { next, gone: missing, isOpen: reader !== undefined }
  }

  it("[S1-008] are notified of each change of their own person only", async () => {
    const [anna, bert] = [await kit.people.make(), await kit.people.make()]
    const [one, other] = [listen(anna), listen(bert)]
    expect([await one.next(), await other.next()]).toEqual(Array(2).fill("event: follows\ndata: 0\n\n"))
    const pushed = one.next()
    await kit.post("/api/Feed/Follow", { feedId: idOf("a") }, { token: anna.token })
    expect(await pushed).toMatch(/^event: follows\ndata: [1-9]\d*\n\n$/)
    await kit.post("/api/Feed/Follow", { feedId: idOf("b") }, { token: bert.token })
    expect(await other.next()).toMatch(/data: [1-9]/)
    for (const { gone } of [one, other]) gone.abort()
  })

  it("are limited to eight per person, and free their slot on disconnect", async () => {
    const person = await kit.people.make()
    const streams = Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen(person))
    expect(streams.every(({ isOpen }) => isOpen)).toBe(true)
    expect(listen(person).isOpen).toBe(false)
    streams[0]?.gone.abort()
    expect(listen(person).isOpen).toBe(true)
    live().closeAll()
  })

  it("stop within one keep-alive interval after their session ended, while other sessions continue", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const [anna, bert] = [await kit.people.make(), await kit.people.make()]
      const [one, other] = [listen(anna), listen(bert)]
      await Promise.all([one.next(), other.next()])
      await kit.sql`update accounts.session set expires_at = now() where session_id = ${anna.sessionId}`
      vi.advanceTimersByTime(BEAT_MS)
      expect(await one.next()).toBe("closed")
      const pushed = other.next()
      await kit.post("/api/Feed/Follow", { feedId: idOf("a") }, { token: bert.token })
      expect(await pushed).toMatch(/data: [1-9]/)
      live().closeAll()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe("reading", () => {
  const ids = async (who: ReturnType<typeof person>) =>
    (
      await who.data<{ items: ReadonlyArray<{ id: string; title: string }> }>("Feed/LoadPersonalFeeds", {
        filter: { pageSize: 50, page: 1 },
      })
    ).items

  it("marks items as read and unread, single or all, and for the caller only", async () => {
    const hans = person("QI20")
    for (const name of ["a", "b"]) await hans.call("Feed/Follow", { feedId: idOf(name) })
    const itemIds = (await ids(hans)).map(({ id }) => id)
    const [first = "", second = ""] = itemIds
    // Items older than 90 days count as read: by the database clock this applies to the feeds of this test.
    await kit.sql`update read.item set sort_at = now() where item_id = any(${itemIds})`
    const read = async (who = hans) =>
      (await who.data<{ read: ReadonlyArray<string> }>("Feed/LoadReadMarks", { itemIds })).read.length
    expect(await read()).toBe(0)
    await hans.call("Feed/MarkRead", { itemIds: [first, second], read: true })
    await hans.call("Feed/MarkRead", { itemIds: [second], read: false })
    expect(await read()).toBe(1)
    await hans.call("Feed/MarkAllRead", { feedId: idOf("a") })
    expect(await read()).toBeGreaterThanOrEqual(3)
    await hans.call("Feed/MarkAllRead")
    expect(await read()).toBe(6)
    await hans.call("Feed/MarkRead", { itemIds: [first], read: false })
    expect(await read()).toBe(5)
    expect(await read(person("QI21"))).toBe(0)
  })

  it("undoes the last mark of everything, and only that", async () => {
    const hans = person("QI43")
    for (const name of ["a", "b"]) await hans.call("Feed/Follow", { feedId: idOf(name) })
    const itemIds = (await ids(hans)).map(({ id }) => id)
    await kit.sql`update read.item set sort_at = now() where item_id = any(${itemIds})`
    const read = async () => (await hans.data<{ read: ReadonlyArray<string> }>("Feed/LoadReadMarks", { itemIds })).read
    const undone = async () => (await hans.data<{ undone: boolean }>("Feed/UndoMarkAllRead")).undone
    expect(await undone()).toBe(false)
    await hans.call("Feed/MarkAllRead", { feedId: idOf("a") })
    const before = [...(await read())]
    const [first = ""] = before
    await hans.call("Feed/MarkRead", { itemIds: [first], read: false })
    await hans.call("Feed/MarkAllRead")
    expect((await read()).length).toBe(6)
    expect(await undone()).toBe(true)
    expect(new Set(await read())).toEqual(new Set(before.filter((id) => id !== first)))
    expect(await undone()).toBe(false)
  })

  it("marks everything only up to the position of a list", async () => {
    const hans = person("QI44")
    await hans.call("Feed/Follow", { feedId: idOf("a") })
    const itemIds = (await ids(hans)).map(({ id }) => id)
    await kit.sql`update read.item set sort_at = now() where item_id = any(${itemIds})`
    await hans.call("Feed/MarkAllRead", { upTo: 0 })
    expect((await hans.data<{ read: ReadonlyArray<string> }>("Feed/LoadReadMarks", { itemIds })).read).toEqual([])
    expect((await hans.call("Feed/MarkAllRead", { upTo: -1 })).status).toBe(400)
  })

  it("saves items, lists the last saved first, and removes them", async () => {
    const ida = person("QI22")
    await ida.call("Feed/Follow", { feedId: idOf("a") })
    const [one, two] = await ids(ida)
    for (const item of [one, two, one]) await ida.call("Feed/SaveNews", { itemId: item?.id })
    const saved = async () =>
      (await ida.data<{ items: ReadonlyArray<{ id: string }> }>("Feed/ListSavedNews")).items.map(({ id }) => id)
    expect(await saved()).toEqual([two?.id, one?.id])
    await ida.call("Feed/UnSaveNews", { itemId: two?.id })
    expect(await saved()).toEqual([one?.id])
    expect((await ida.call("Feed/SaveNews", { itemId: "0".repeat(20) })).status).toBe(404)
  })

  it("hides muted words of one feed or of all, ignoring letter case", async () => {
    server.serve(
      "/mute.xml",
      faults.page(
        rss(
          "Muted",
          [1, 2, 3].map((number) => ({ guid: `m${number}`, date: Date.UTC(2026, 0, number) })),
        ).replace(/<item>/, "<item><description>Viel ÄRGER mit Regen</description>"),
      ),
    )
    const added = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/mute.xml` })
    const { feedId } = added.body.data["feed"] as { readonly feedId: string }
    const karl = person("QI23")
    await karl.call("Feed/Follow", { feedId })
    expect(await ids(karl)).toHaveLength(3)
    await karl.call("Feed/SetMuteRule", { feedId: idOf("a"), words: ["ärger"] })
    expect(await ids(karl)).toHaveLength(3)
    await karl.call("Feed/SetMuteRule", { feedId, words: ["x", "Ärger"] })
    expect(await ids(karl)).toHaveLength(2)
    expect(await karl.data("Feed/LoadMuteRules")).toMatchObject({
      rules: expect.arrayContaining([{ feedId, words: ["x", "ärger"] }]),
    })
    await karl.call("Feed/RemoveMuteRule", { feedId })
    expect(await ids(karl)).toHaveLength(3)
    await karl.call("Feed/SetMuteRule", { words: ["REGEN"] })
    expect(await ids(karl)).toHaveLength(2)
  })
})
