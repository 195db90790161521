import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../fetch/testing/faultServer.ts"
import * as faults from "../../fetch/testing/faults.ts"
import { makeTestFetcher } from "../../fetch/testing/testFetcher.ts"
import { type FeedsKit, makeFeedsKit, rss } from "../testing/feedsKit.ts"
import { GONE_RESPONSES_MIN, MOVE_OBSERVATIONS_MIN } from "./checkFeed.ts"
import { INTERVAL_SECONDS_MAX } from "./nextCheck.ts"
import { OWN_NETWORK_SECONDS, UNREACHED_HOSTS_MIN } from "./OwnNetwork.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let kit: FeedsKit

beforeAll(async () => {
  server = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host] })
})
beforeEach(async () => {
  db = await testDatabase()
  kit = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer })
})
afterEach(async () => {
  await kit.close()
  await db.drop()
})
afterAll(async () => {
  await fetcher.close()
  await server.close()
})

const at = (path: string): string => `${server.origin}${path}`
const last = (path: string) => server.seen.filter((request) => request.path === path).at(-1)?.headers
const NEWS = rss("News", [{ guid: "one" }])
const types = async (feedId: string) =>
  (await kit.facts(feedId)).map(({ _tag }) => _tag.replace(/^feeds\.(?:Feed)?|\.v1$/g, ""))

/** Time passes until the feed is due, and it is looked at. */
const whenDue = async (feedId: string) => {
  kit.time.shift(Math.max((await kit.poll(feedId)).next_check_ms - kit.time.nowMs(), 0) + 1_000)
  expect(await kit.checkDue()).toBe(1)
  return kit.poll(feedId)
}

describe("looking at a feed again", () => {
  it("costs the publisher a 304 where nothing has changed, and tells nothing", async () => {
    server.serve("/feed", faults.conditional(NEWS, '"v1"', "Fri, 20 Nov 2026 12:00:00 GMT"))
    const { feedId } = await kit.add(at("/feed"))
    const poll = await whenDue(feedId)
    expect(last("/feed")).toMatchObject({ "if-none-match": '"v1"' })
    expect(poll).toMatchObject({ etag: '"v1"', last_modified: "Fri, 20 Nov 2026 12:00:00 GMT", leased: false })
    expect(await types(feedId)).toEqual(["Added", "Fetched"])
  })

  it("keeps the validators that a 304 does not repeat", async () => {
    server.serve("/short304", ({ headers }, response) =>
      headers["if-none-match"] === undefined
        ? response.writeHead(200, { etag: '"v1"' }).end(NEWS)
        : response.writeHead(304).end(),
    )
    const { feedId } = await kit.add(at("/short304"))
    expect(await whenDue(feedId)).toMatchObject({ etag: '"v1"' })
    expect(await kit.refresh(feedId)).toBe("unchanged")
    expect(last("/short304")).toMatchObject({ "if-none-match": '"v1"' })
  })

  it("tells nothing where the same document comes again", async () => {
    server.serve("/same", faults.page(NEWS))
    const { feedId } = await kit.add(at("/same"))
    await whenDue(feedId)
    expect(await types(feedId)).toEqual(["Added", "Fetched"])
  })

  it("asks without validators once a day, because some servers say 304 forever", async () => {
    server.serve("/liar", faults.conditional(NEWS, '"v1"', "Fri, 20 Nov 2026 12:00:00 GMT"))
    const { feedId } = await kit.add(at("/liar"))
    server.serve("/liar", faults.conditional(rss("News", [{ guid: "two" }]), '"v1"', "Fri, 20 Nov 2026 12:00:00 GMT"))
    expect(await kit.refresh(feedId)).toBe("unchanged")
    kit.time.shift(DAY_MS + 1)
    expect(await kit.refresh(feedId)).toBe("changed")
    expect(last("/liar")).not.toHaveProperty("if-none-match")
  })

  it("tells new and changed items, and nothing of the others", async () => {
    server.serve("/news", faults.page(rss("News", [{ guid: "one" }, { guid: "zero" }])))
    const { feedId } = await kit.add(at("/news"))
    server.serve(
      "/news",
      faults.page(rss("News", [{ guid: "two" }, { guid: "one", words: "one, edited" }, { guid: "zero" }])),
    )
    await whenDue(feedId)
    const fact = (await kit.facts(feedId)).at(-1)
    expect(fact).toMatchObject({
      facts: null,
      items: [
        { title: "About two", isNew: true },
        { title: "About one", isNew: false },
      ],
    })
  })

  it("is due in time by the feed's own rhythm, never sooner than the publisher asks", async () => {
    const now = kit.time.nowMs()
    const daily = Array.from({ length: 10 }, (_, day) => ({ guid: `${day}`, date: now - day * 4 * HOUR_MS }))
    server.serve("/rhythm", faults.page(rss("News", daily)))
    const { feedId } = await kit.add(at("/rhythm"))
    expect((await kit.poll(feedId)).interval_seconds).toBeGreaterThanOrEqual(2 * 3600 * 0.8)
    expect((await kit.poll(feedId)).interval_seconds).toBeLessThanOrEqual(2 * 3600 * 1.2)
    server.serve("/rhythm", faults.page(rss("News", daily), { "cache-control": "max-age=18000" }))
    expect((await whenDue(feedId)).interval_seconds).toBe(18_000)
  })
})

describe("a feed that fails", () => {
  it("is retried at growing intervals, announced once, and recovers by itself after a week", async () => {
    server.serve("/weak", faults.page(NEWS))
    const { feedId } = await kit.add(at("/weak"))
    server.serve("/weak", faults.status(500))
    const intervals: Array<number> = []
    const until = kit.time.nowMs() + 7 * DAY_MS
    while (kit.time.nowMs() < until) intervals.push((await whenDue(feedId)).interval_seconds)
    expect(await types(feedId)).toEqual(["Added", "Fetched", "Failed"])
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({ reason: "fetch.httpStatus.failed", status: 500 })
    expect(intervals[0]).toBeLessThan(3600)
    expect(Math.max(...intervals)).toBeLessThanOrEqual(INTERVAL_SECONDS_MAX * 1.2)
    server.serve("/weak", faults.page(NEWS))
    expect((await whenDue(feedId)).failures).toBe(0)
    expect(await types(feedId)).toEqual(["Added", "Fetched", "Failed", "Fetched"])
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({ facts: null, items: [] })
  })

  it("is announced again if it fails in another way", async () => {
    server.serve("/changing", faults.page(NEWS))
    const { feedId } = await kit.add(at("/changing"))
    for (const answer of [
      faults.status(500),
      faults.cut,
      "<!doctype html><p>a page</p>",
      faults.status(404),
      faults.status(404),
    ]) {
      server.serve("/changing", answer)
      expect(await kit.refresh(feedId)).toBe("failed")
    }
    expect((await kit.facts(feedId)).slice(2)).toMatchObject([
      { reason: "fetch.httpStatus.failed", status: 500 },
      { reason: "fetch.unreachable.reset", status: null },
      { reason: "feeds.notAFeed.page", status: null },
      { reason: "fetch.httpStatus.missing", status: 404 },
    ])
  })

  it("is left alone for as long as the publisher asks", async () => {
    server.serve("/busy", faults.page(NEWS))
    const { feedId } = await kit.add(at("/busy"))
    server.serve("/busy", faults.status(429, { "retry-after": "20000" }))
    expect((await whenDue(feedId)).interval_seconds).toBe(20_000)
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({ reason: "fetch.httpStatus.busy", status: 429 })
  })

  it("is gone for good only when that was said three times in a row, and is looked for even then", async () => {
    server.serve("/gone", faults.page(NEWS))
    const { feedId } = await kit.add(at("/gone"))
    server.serve("/gone", faults.status(410))
    for (let time = 1; time < GONE_RESPONSES_MIN; time++) await whenDue(feedId)
    expect(await types(feedId)).toEqual(["Added", "Fetched"])
    server.serve("/gone", faults.page(NEWS))
    expect(await whenDue(feedId)).toMatchObject({ failures: 0, gone_times: 0 })
    server.serve("/gone", faults.status(410))
    for (let time = 1; time <= GONE_RESPONSES_MIN + 2; time++) await whenDue(feedId)
    expect(await types(feedId)).toEqual(["Added", "Fetched", "Failed"])
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({ reason: "fetch.httpStatus.gone", status: 410 })
    server.serve("/gone", faults.page(rss("News", [{ guid: "two" }])))
    await whenDue(feedId)
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({ items: [{ title: "About two" }] })
  })

  it("is not announced if our own network fails, and is checked again soon", async () => {
    const ids: Array<string> = []
    const away = new Set<string>()
    const resolve = (hostname: string) =>
      away.has(hostname)
        ? Promise.reject(Object.assign(new Error("no way out"), { code: "EAI_AGAIN" }))
        : Promise.resolve([{ address: "127.0.0.1", family: 4 as const }])
    const hosts = Array.from({ length: UNREACHED_HOSTS_MIN + 4 }, (_, index) => `host${index}.example:${server.port}`)
    const offline = makeTestFetcher({ allowPrivate: hosts, resolve })
    const here = await makeFeedsKit({ url: db.url, fetcher: offline.layer, time: kit.time })
    server.serve("/away", faults.page(NEWS, { connection: "close" }))
    for (const host of hosts) ids.push((await here.add(`http://${host}/away`)).feedId)
    for (const host of hosts) away.add(host.replace(/:.*/, ""))
    kit.time.shift(2 * DAY_MS)
    for (const id of ids) expect(await here.refresh(id)).toBe("failed")
    const failed = await Promise.all(ids.map(async (id) => (await here.poll(id)).failures))
    expect(failed.filter((failures) => failures > 0)).toHaveLength(UNREACHED_HOSTS_MIN - 1)
    const spared = await here.poll(ids.at(-1) ?? "")
    expect(spared.interval_seconds).toBeLessThanOrEqual(OWN_NETWORK_SECONDS * 1.2)
    expect((await here.facts(ids.at(-1) ?? "")).map(({ _tag }) => _tag)).not.toContain("feeds.FeedFailed.v1")
    away.clear()
    expect(await here.refresh(ids.at(-1) ?? "")).toBe("unchanged")
    await here.close()
    await offline.close()
  })

  it("holds up no other feed where the fault is ours", async () => {
    for (const name of ["a", "b", "c"]) {
      server.serve(`/${name}`, faults.page(NEWS))
      await kit.add(at(`/${name}`))
    }
    const [, b] = await Promise.all(["a", "b", "c"].map((name) => kit.add(at(`/${name}`))))
    // Nothing that the log would let us write: it refuses every append to this one stream.
    await kit.sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`
    await kit.sql.unsafe(
      `create trigger refuse before insert on es.event for each row when (new.stream = 'feed-${b?.feedId}') execute function refuse()`,
    )
    for (const name of ["a", "b", "c"]) server.serve(`/${name}`, faults.page(rss("News", [{ guid: "two" }])))
    kit.time.shift(2 * DAY_MS)
    expect(await kit.checkDue()).toBe(3)
    const rows = await kit.sql<Array<{ url: string; failures: number; leased: boolean }>>`
      select url, failures, leased_until is not null as leased from feeds.poll order by url`
    expect(rows.map((row) => ({ ...row }))).toEqual(
      ["a", "b", "c"].map((name) => ({ url: at(`/${name}`), failures: name === "b" ? 1 : 0, leased: false })),
    )
  })
})

describe("a feed that moves for good", () => {
  it("is believed after five sightings over three days, and its old address still leads to it", async () => {
    server.serve("/old", faults.page(NEWS))
    server.serve("/new", faults.page(NEWS))
    const { feedId } = await kit.add(at("/old"))
    server.serve("/old", faults.redirect(301, "/new"))
    const start = kit.time.nowMs()
    let sightings = 0
    while ((await kit.poll(feedId)).url === at("/old")) {
      expect(await kit.refresh(feedId)).toBe("unchanged")
      sightings++
      kit.time.shift(HOUR_MS)
    }
    expect(sightings).toBeGreaterThanOrEqual(MOVE_OBSERVATIONS_MIN)
    expect(kit.time.nowMs() - start).toBeGreaterThanOrEqual(3 * DAY_MS)
    expect((await kit.facts(feedId)).at(-1)).toMatchObject({
      _tag: "feeds.FeedMoved.v1",
      from: at("/old"),
      to: at("/new"),
    })
    expect(await kit.add(at("/new"))).toEqual({ feedId, position: 0 })
    expect(await kit.add(at("/old"))).toEqual({ feedId, position: 0 })
    const before = server.seen.length
    await kit.refresh(feedId)
    expect(server.seen.slice(before).map(({ path }) => path)).toEqual(["/new"])
  })

  it.each([
    ["a temporary redirect", faults.redirect(302, "/target")],
    ["one that begins with a temporary redirect", faults.redirect(307, "/permanent")],
  ])("%s is followed and never kept", async (_, answer) => {
    server.serve("/start", faults.page(NEWS))
    server.serve("/target", faults.page(NEWS))
    server.serve("/permanent", faults.redirect(301, "/target"))
    const { feedId } = await kit.add(at("/start"))
    server.serve("/start", answer)
    for (let day = 0; day < 8; day++) {
      expect(await kit.refresh(feedId)).toBe("unchanged")
      kit.time.shift(DAY_MS)
    }
    expect(await kit.poll(feedId)).toMatchObject({ url: at("/start"), moved_to: null, moved_times: 0 })
    expect(await types(feedId)).toEqual(["Added", "Fetched"])
  })

  it("stays where it is when the redirect ends, changes or leads to no feed", async () => {
    for (const path of ["/here", "/there", "/yonder"]) server.serve(path, faults.page(NEWS))
    server.serve("/parked", "<p>This domain is for sale</p>")
    const { feedId } = await kit.add(at("/here"))
    const see = async (answer: ReturnType<typeof faults.redirect>, times: number) => {
      server.serve("/here", answer)
      for (let time = 0; time < times; time++) {
        await kit.refresh(feedId)
        kit.time.shift(DAY_MS)
      }
      return kit.poll(feedId)
    }
    expect(await see(faults.redirect(301, "/there"), 4)).toMatchObject({ moved_to: at("/there"), moved_times: 4 })
    expect(await see(faults.redirect(301, "/yonder"), 4)).toMatchObject({ moved_to: at("/yonder"), moved_times: 4 })
    expect(await see(faults.page(NEWS), 1)).toMatchObject({ moved_to: null, moved_times: 0 })
    expect(await see(faults.redirect(301, "/parked"), 8)).toMatchObject({
      url: at("/here"),
      moved_to: null,
      failures: 8,
    })
  })

  it("stays where it is when another feed of the library lives there", async () => {
    server.serve("/left", faults.page(NEWS))
    server.serve("/right", faults.page(rss("Other", [{ guid: "other" }])))
    const { feedId } = await kit.add(at("/left"))
    const other = await kit.add(at("/right"))
    server.serve("/left", faults.redirect(301, "/right"))
    for (let day = 0; day < 8; day++) {
      await kit.refresh(feedId)
      kit.time.shift(DAY_MS)
    }
    expect((await kit.poll(feedId)).url).toBe(at("/left"))
    expect((await kit.add(at("/right"))).feedId).toBe(other.feedId)
  })
})
