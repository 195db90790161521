import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Feeds } from "#core/feeds"
import { type ApiKit, makeApiKit } from "#src/api/testing/apiKit.ts"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { type Piece, rss } from "../../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { openApp, type ReaderApp, type StreamAnswer, sendReader } from "./testing/readerApp.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit

const HOUR_MS = 3_600_000
const nowMs = Date.now()
const hoursAgo = (hours: number) => nowMs - hours * HOUR_MS
const pieces = (name: string, hours: ReadonlyArray<number>): ReadonlyArray<Piece> =>
  hours.map((each) => ({ guid: `${name}${each}`, date: hoursAgo(each) }))

const READ = "user/-/state/com.google/read"
const STARRED = "user/-/state/com.google/starred"
const ALL = "user/-/state/com.google/reading-list"

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  serve("a", pieces("a", [1, 2, 3]))
  serve("b", pieces("b", [4, 5]))
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const serve = (name: string, items: ReadonlyArray<Piece>) =>
  server.serve(`/${name}.xml`, faults.page(rss(`Feed ${name}`, items)))
const urlOf = (name: string) => `${server.origin}/${name}.xml`

/** An app of a person who follows feed a in the group News and feed b without a group, added through the app. */
const follower = async () => {
  const person = await kit.people.make()
  const app = await openApp(kit, person)
  await app.request("subscription/edit", [
    ["ac", "subscribe"],
    ["s", `feed/${urlOf("a")}`],
    ["a", "user/-/label/News"],
  ])
  await app.request("subscription/quickadd", [["quickadd", urlOf("b")]])
  return { ...app, person }
}
const streamOf = async (app: ReaderApp, name: string) =>
  (await app.read("subscription/list?output=json")).subscriptions.find(({ url }) => url === urlOf(name))?.id ?? ""
const idsOf = async (app: ReaderApp, query: string) =>
  (await app.read(`stream/items/ids?output=json&${query}`)).itemRefs.map(({ id }) => id)
const titlesOf = ({ items }: Pick<StreamAnswer, "items">) => items.map(({ title }) => title.replace("About ", ""))
const unread = async (app: ReaderApp) =>
  Object.fromEntries((await app.read("unread-count?output=json")).unreadcounts.map(({ id, count }) => [id, count]))
/** Titles of unread items, by an app's two requests. */
const unreadTitles = async (app: ReaderApp) => {
  const ids = await idsOf(app, `s=${ALL}&xt=${READ}&n=1000`)
  return titlesOf(
    await app.read(
      "stream/items/contents",
      ids.map((id) => ["i", id] as const),
    ),
  ).toSorted()
}
const hexOf = (decimal: string) => BigInt(decimal).toString(16)

describe("reader apps", () => {
  it("NetNewsWire: syncs folders, feeds, new articles by unpadded hexadecimal ids, marks, and a deleted folder", async () => {
    const app = await follower()
    const token = await app.request("token")
    expect(token).toMatch(/^[\w-]{57}$/)
    expect((await app.read("tag/list?output=json")).tags).toEqual([
      { id: STARRED },
      { id: "user/-/label/News", type: "folder" },
    ])
    const { subscriptions } = await app.read("subscription/list?output=json")
    expect(subscriptions).toMatchObject([
      {
        title: "Feed a",
        url: urlOf("a"),
        htmlUrl: "https://blog.example/",
        categories: [{ label: "News", type: "folder" }],
      },
      { title: "Feed b", url: urlOf("b"), categories: [] },
    ])
    const [a = "", b = ""] = subscriptions.map(({ id }) => id)

    const since = nowMs / 1_000 - 90 * 86_400 + 0.25
    const ids = await idsOf(app, `s=${ALL}&n=1000&ot=${since}`)
    expect(ids).toHaveLength(5)
    expect(await idsOf(app, `s=${b}&ot=${since}`)).toHaveLength(2)
    for (const form of [(id: string) => hexOf(id), (id: string) => `tag:google.com,2005:reader/item/${hexOf(id)}`]) {
      const body = `T=${token}&output=json&${ids.map((id) => `i=${form(id)}`).join("&")}`
      const { items } = await app.read("stream/items/contents", body)
      expect(items.map(({ id }) => BigInt(`0x${id.split("/").at(-1)}`).toString())).toEqual(ids)
    }
    const { items } = await app.read(
      "stream/items/contents",
      ids.map((id) => ["i", id] as const),
    )
    expect(items.find(({ title }) => title === "About a1")).toMatchObject({
      published: Math.floor(hoursAgo(1) / 1_000),
      canonical: [{ href: "https://blog.example/a1" }],
      summary: { content: "<p>Words of a1</p>" },
      origin: { streamId: a, title: "Feed a" },
      categories: [ALL, "user/-/label/News"],
    })

    const [first = "", second = ""] = items.map(({ id }) => id)
    const tag = (more: string) => app.request("edit-tag", `T=${token}&${more}`)
    expect(await tag(`a=${READ}&i=${first}&i=${second}`)).toBe("OK")
    expect(await tag(`a=${STARRED}&i=${second}`)).toBe("OK")
    expect(await idsOf(app, `s=${ALL}&n=1000&xt=${READ}`)).toHaveLength(3)
    expect(await idsOf(app, `s=${STARRED}&n=1000`)).toEqual([ids[1]])
    expect(await tag(`r=${READ}&i=${first}`)).toBe("OK")
    expect(await tag(`r=${STARRED}&i=${second}`)).toBe("OK")
    expect(await idsOf(app, `s=${ALL}&n=1000&xt=${READ}`)).toHaveLength(4)
    expect(await idsOf(app, `s=${STARRED}&n=1000`)).toEqual([])

    await app.request("subscription/edit", `T=${token}&s=${b}&ac=edit&a=user/-/label/My Blogs`)
    await app.request("rename-tag", `T=${token}&s=user/-/label/My Blogs&dest=user/-/label/Blogs`)
    await app.request("subscription/edit", `T=${token}&s=${a}&ac=edit&r=user/-/label/News`)
    await app.request("subscription/edit", `T=${token}&s=${a}&ac=edit&t=Another name`)
    const labels = async () =>
      (await app.read("subscription/list")).subscriptions.map(({ title, categories }) => [title, categories[0]?.label])
    expect(Object.fromEntries(await labels())).toEqual({ "Feed a": undefined, "Feed b": "Blogs" })
    await app.request("disable-tag", `T=${token}&s=user/-/label/Blogs`)
    expect(Object.fromEntries(await labels())).toEqual({ "Feed a": undefined, "Feed b": undefined })
    await app.request("subscription/edit", `T=${token}&s=${b}&ac=unsubscribe`)
    expect(await labels()).toEqual([["Feed a", undefined]])
  })

  it("Reeder: reads pages of unread articles, marks a folder up to what it shows, and keeps later items unread", async () => {
    serve("late", pieces("late", [2, 3]))
    const app = await follower()
    const stream = (await app.read<{ streamId: string }>("subscription/quickadd", [["quickadd", urlOf("late")]]))
      .streamId
    await app.request("subscription/edit", [
      ["ac", "edit"],
      ["s", stream],
      ["a", "user/-/label/Later"],
    ])
    await app.read("preference/stream/list?output=json")
    expect(await unread(app)).toMatchObject({ [stream]: 2, "user/-/label/Later": 2, "user/-/label/News": 3, [ALL]: 7 })
    const page = await app.read(
      `stream/contents/${encodeURIComponent("user/-/label/Later")}?n=50&xt=${READ}&client=Reeder`,
    )
    expect(titlesOf(page)).toEqual(["late2", "late3"])
    const shownUs = Math.max(...page.items.map(({ crawlTimeMsec }) => Number(crawlTimeMsec))) * 1_000

    // Published before the others, but added after them.
    serve("late", pieces("late", [2, 3, 9]))
    await refresh(stream, 3)
    await app.request("mark-all-as-read", [
      ["s", "user/-/label/Later"],
      ["ts", String(shownUs)],
    ])
    expect(await unread(app)).toMatchObject({ [stream]: 1, "user/-/label/News": 3, [ALL]: 6 })
    expect(titlesOf(await app.read(`stream/contents/${stream}?xt=${READ}`))).toEqual(["late9"])
    expect(titlesOf(await app.read(`stream/contents?s=${stream}&n=10`))[0]).toBe("late9")
    await app.request("mark-all-as-read", [["s", stream]])
    expect(await unread(app)).toEqual({ ...(await unread(app)), [ALL]: 5 })
    expect(await unreadTitles(app)).toEqual(["a1", "a2", "a3", "b4", "b5"])
  })

  it("FeedMe: sends no write token, counts, lists read and saved ids, and marks by lists of short ids", async () => {
    const app = await follower()
    expect((await unread(app))[ALL]).toBe(5)
    const ids = await idsOf(app, `s=${ALL}&xt=${READ}&n=100&r=n`)
    await app.request("edit-tag", [
      ...ids.slice(0, 3).map((id) => ["i", id] as const),
      ["a", READ],
      ["ac", "edit-tags"],
    ])
    await app.request("edit-tag", [
      ["i", ids[4] ?? ""],
      ["a", STARRED],
      ["T", "x"],
    ])
    expect(await idsOf(app, `s=${READ}&n=100`)).toEqual(ids.slice(0, 3))
    expect(await idsOf(app, `s=${ALL}&it=${STARRED}`)).toEqual([ids[4]])
    expect(await idsOf(app, `s=${ALL}&xt=${STARRED}`)).toEqual(ids.slice(0, 4))
    expect(await idsOf(app, `s=${ALL}&r=o`)).toEqual(ids.toReversed())
    await app.request("edit-tag", [
      ["i", ids[0] ?? ""],
      ["a", "user/-/state/com.google/kept-unread"],
    ])
    expect(await idsOf(app, `s=${READ}&n=100`)).toEqual(ids.slice(1, 3))
    expect(await idsOf(app, `s=${ALL}&nt=${Math.floor(nowMs / 1_000) - 86_400}`)).toEqual([])
  })

  it("Fluent Reader: signs in, gets ids and pages of articles in parallel, and requests what is newer than its newest", async () => {
    serve("slow", pieces("slow", [5]))
    const app = await follower()
    const stream = (await app.read<{ streamId: string }>("subscription/quickadd", [["quickadd", urlOf("slow")]]))
      .streamId
    const [ids, stored] = await Promise.all([
      idsOf(app, `s=${ALL}&xt=${READ}&n=1000`),
      idsOf(app, `s=${STARRED}&n=1000`),
    ])
    expect([ids.length, stored.length]).toEqual([6, 0])
    const all = await app.read("stream/contents?output=json&n=125")
    const compact = all.items.map(({ id }) => BigInt.asIntN(64, BigInt(`0x${id.split("/").at(-1)}`)).toString())
    expect(compact).toEqual(ids)
    // It stops at its last article: newer ones must be listed before that, whatever their date says.
    serve("slow", pieces("slow", [5, 30]))
    await refresh(stream, 2)
    const newest = Math.round(Number(all.items[0]?.crawlTimeMsec) / 1_000)
    const next = await app.read(`stream/contents?output=json&n=125&ot=${newest}`)
    expect(titlesOf(next)[0]).toBe("slow30")
    const body = new URLSearchParams(`i=${compact.slice(0, 2).join("&i=")}&a=${READ}`)
    await app.request("edit-tag", body.toString())
    expect(await idsOf(app, `s=${ALL}&xt=${READ}&n=1000`)).toHaveLength(5)
    await app.request("mark-all-as-read", `s=${stream}`)
    expect(await unreadTitles(app)).not.toContain("slow30")
  })

  it("ReadKit: pages by continuation, reads folders, and imports its feed list", async () => {
    const app = await follower()
    const titles: Array<string> = []
    let cursor = ""
    do {
      const page = await app.read(`stream/contents/${encodeURIComponent(ALL)}?n=2${cursor}`)
      titles.push(...titlesOf(page))
      cursor = page.continuation === undefined ? "" : `&c=${page.continuation}`
    } while (cursor !== "" && titles.length < 20)
    expect(titles.toSorted()).toEqual(["a1", "a2", "a3", "b4", "b5"])
    expect(await app.request("subscription/export")).toContain(`xmlUrl="${urlOf("a")}"`)
    for (const path of ["preference/list", "friend/list", "user-info"])
      expect(await app.read(path)).toBeTypeOf("object")
  })

  it("newsboat: requests each feed by its escaped id and compares responses exactly", async () => {
    const app = await follower()
    const stream = await streamOf(app, "a")
    const { items } = await app.read(`stream/contents/${encodeURIComponent(stream)}?n=20`)
    expect(titlesOf({ items })).toEqual(["a1", "a2", "a3"])
    const T = await app.request("token")
    const guid = items[1]?.id ?? ""
    const read = `i=${guid}&a=${READ}&r=user/-/state/com.google/kept-unread&ac=edit&T=${T}`
    expect(await app.request("edit-tag", read)).toBe("OK")
    expect((await unread(app))[stream]).toBe(2)
    const keep = `i=${guid}&r=${READ}&a=user/-/state/com.google/kept-unread&a=user/-/state/com.google/tracking-kept-unread&ac=edit&T=${T}\n`
    expect(await app.request("edit-tag", keep)).toBe("OK")
    expect((await unread(app))[stream]).toBe(3)
    expect(await app.request("edit-tag", `i=${guid}&a=user/-/state/com.google/broadcast&ac=edit&T=${T}`)).toBe("OK")
    expect(await app.request("mark-all-as-read", `s=${stream}&T=${T}`)).toBe("OK")
    expect((await unread(app))[stream]).toBeUndefined()
  })
})

describe("permissions of reader apps", () => {
  it("never reach another person's data, whatever ids they send", async () => {
    const [anna, ben] = [await follower(), await follower()]
    const ids = await idsOf(anna, `s=${ALL}`)
    const before = await unread(ben)
    await anna.request("edit-tag", [...ids.map((id) => ["i", id] as const), ["a", READ], ["a", STARRED]])
    await anna.request("mark-all-as-read", [["s", `user/${ben.person.userCode}/state/com.google/reading-list`]])
    await anna.request("disable-tag", [["s", `user/${ben.person.userCode}/label/News`]])
    expect(await unread(anna)).toEqual({})
    expect(await unread(ben)).toEqual(before)
    expect(await idsOf(ben, `s=${STARRED}`)).toEqual([])
    expect((await ben.read("tag/list")).tags).toHaveLength(2)
    const { items } = await ben.read(
      "stream/items/contents",
      ids.map((id) => ["i", id] as const),
    )
    expect(items.flatMap(({ categories }) => categories)).not.toContain(READ)
  })

  it("require the token of their own sign-in, the right method, and known names", async () => {
    const [anna, ben] = [await follower(), await follower()]
    const status = async (path: string, form?: string, method?: string) =>
      (
        await sendReader(`reader/api/0/${path}`, {
          auth: anna.auth,
          ...(form === undefined ? {} : { form }),
          ...(method === undefined ? {} : { method }),
        })
      ).status
    expect(await status("edit-tag", `a=${READ}&i=1&T=${await ben.request("token")}`)).toBe(401)
    const bad = await sendReader("reader/api/0/edit-tag", { auth: anna.auth, form: "a=x&i=1&T=old" })
    expect(bad.headers.get("x-reader-google-bad-token")).toBe("true")
    expect(await status("edit-tag")).toBe(405)
    expect(await status("token", undefined, "DELETE")).toBe(405)
    expect(await status("no/such/call")).toBe(404)
    expect(await status("constructor")).toBe(404)
    expect(await status("stream/contents/%E0%A4%A")).toBe(404)
    expect(await status("stream/items/ids?s=splice/1")).toBe(400)
    expect(await status("stream/items/ids?s=feed/unknown")).toBe(200)
    expect(await status("edit-tag", "i=1")).toBe(400)
    expect(await status("stream/items/contents", "i=1&".repeat(1_001))).toBe(400)
    expect(await status("stream/items/contents", "i=".padEnd(1_000_002, "1"))).toBe(413)
    expect(await status("subscription/edit", `ac=subscribe&s=feed/${server.origin}/nothing`)).toBe(400)
    expect(await status("subscription/edit", "ac=edit&a=user/-/label/x")).toBe(400)
    expect(await status("rename-tag", "s=user/-/label/None&dest=user/-/label/Some")).toBe(404)
    expect(await status("rename-tag", `s=user/-/label/News&dest=user/-/label/${"x".repeat(41)}`)).toBe(400)
    const none = await anna.read<{ numResults: number }>("subscription/quickadd", [["quickadd", "not an address"]])
    expect(none.numResults).toBe(0)
  })
})

describe("ids and pages", () => {
  it("neither repeat nor skip anything while news arrive, in both orders", async () => {
    for (const [name, order] of [
      ["down", "n"],
      ["up", "o"],
    ] as const) {
      serve(name, pieces(name, [1, 2, 3, 4, 5]))
      const app = await openApp(kit, await kit.people.make())
      const stream = (await app.read<{ streamId: string }>("subscription/quickadd", [["quickadd", urlOf(name)]]))
        .streamId
      const first = await app.read(`stream/contents/${stream}?n=2&r=${order}`)
      serve(name, pieces(name, [0.5, 1, 2, 3, 3.5, 4, 5]))
      await refresh(stream, 7)
      const second = await app.read(`stream/contents/${stream}?n=2&r=${order}&c=${first.continuation}`)
      const third = await app.read(`stream/contents/${stream}?n=9&r=${order}&c=${second.continuation}`)
      const seen = [first, second, third].flatMap(titlesOf)
      expect(new Set(seen).size).toBe(seen.length)
      const had = [1, 2, 3, 4, 5].map((hours) => `${name}${hours}`)
      expect(seen.filter((title) => had.includes(title))).toEqual(order === "n" ? had : had.toReversed())
      expect(third.continuation).toBeUndefined()
      // New items come before the first page, or at the very end.
      expect(seen.slice(5)).toEqual(order === "n" ? [] : [`${name}3.5`, `${name}0.5`])
    }
  })

  it("return ten thousand ids in one response, and the others in the next", async () => {
    const app = await follower()
    const stream = await streamOf(app, "b")
    const added = 12_000
    await kit.sql`
      insert into read.item (item_id, feed_id, sort_at, position, link_key, title, tags, enclosures, first_seen_at, level_id,
        is_withheld)
      select substr(md5(n::text), 1, 20), ${stream.slice(5)}, date_trunc('second', now()) - n * interval '1 second', 1, md5(n::text), 'Many ' || n,
        '{}', '[]', date_trunc('second', now()) - n * interval '1 second', 1, false
      from generate_series(1, ${added}) n`
    // As autovacuum does after a while: the earlier plans assume few items.
    await kit.sql`analyze`
    const first = await app.read(`stream/items/ids?s=${ALL}&xt=${READ}&n=100000`)
    const second = await app.read(`stream/items/ids?s=${ALL}&xt=${READ}&n=10000&c=${first.continuation}`)
    const ids = [first, second].flatMap(({ itemRefs }) => itemRefs.map(({ id }) => id))
    expect([first.itemRefs.length, second.continuation]).toEqual([10_000, undefined])
    expect([ids.length, new Set(ids).size]).toEqual([added + 5, added + 5])
    await app.request("edit-tag", [...first.itemRefs.map(({ id }) => ["i", id] as const), ["a", READ]])
    expect((await unread(app))[ALL]).toBe(added + 5 - 10_000)
    await kit.sql`delete from read.item where title like 'Many %'`
  })
})

/** Checks a feed, and waits until the read model has the given number of items. */
const refresh = async (stream: string, items: number) => {
  const feedId = stream.slice("feed/".length)
  await run(Feeds.use((feeds) => feeds.refresh(feedId)).pipe(Effect.asVoid))
  const count = async () => (await kit.sql`select from read.item where feed_id = ${feedId}`).length
  await expect.poll(count).toBe(items)
}
