import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../fetch/testing/faultServer.ts"
import * as faults from "../fetch/testing/faults.ts"
import { makeTestFetcher } from "../fetch/testing/testFetcher.ts"
import { feedIdOf } from "./ids.ts"
import { type FeedsKit, makeFeedsKit, rss } from "./testing/feedsKit.ts"

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
const requested = (path: string): number => server.seen.filter((request) => request.path === path).length
const NEWS = rss("News", [{ guid: "two" }, { guid: "one", date: "2026-01-30T08:00:00Z" }])

describe("adding a feed", () => {
  it("adds it with all its items, in one command, and does not ask for it again at once", async () => {
    server.serve("/feed", faults.page(NEWS, { etag: '"v1"', "content-type": "application/rss+xml" }))
    const { feedId, position } = await kit.add(at("/feed"))
    expect(feedId).toBe(feedIdOf(at("/feed")))
    expect(position).toBeGreaterThan(0)
    const [added, fetched, ...more] = await kit.facts(feedId)
    expect(added).toMatchObject({ _tag: "feeds.FeedAdded.v1", url: at("/feed"), source: "RSS" })
    expect(fetched).toMatchObject({
      _tag: "feeds.FeedFetched.v1",
      facts: { title: "News", link: "https://blog.example/" },
      items: [
        { title: "About two", isNew: true },
        { title: "About one", isNew: true, sortAt: "2026-01-30T08:00:00.000Z" },
      ],
    })
    expect(more).toEqual([])
    expect(await kit.poll(feedId)).toMatchObject({ url: at("/feed"), etag: '"v1"', failures: 0, leased: false })
    expect(await kit.checkDue()).toBe(0)
    expect(requested("/feed")).toBe(1)
  })

  it("adds the feed of a page", async () => {
    server.serve("/blog-feed", faults.page(NEWS))
    server.serve("/blog", '<link rel="alternate" type="application/rss+xml" href="/blog-feed">')
    const { feedId } = await kit.add(at("/blog"))
    expect(feedId).toBe(feedIdOf(at("/blog-feed")))
  })

  it("is one feed, however often and however it is written", async () => {
    server.serve("/again", faults.page(NEWS))
    const first = await kit.add(at("/again"))
    const before = requested("/again")
    for (const address of [at("/again"), `${at("/again")}#top`, `${at("/again")}?utm_source=mail`]) {
      expect(await kit.add(address)).toEqual({ feedId: first.feedId, position: 0 })
    }
    expect(requested("/again")).toBe(before)
    expect(await kit.facts(first.feedId)).toHaveLength(2)
  })

  it("is one feed for many who add it at once, from several processes", async () => {
    server.serve("/crowd", faults.page(NEWS))
    const other = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer })
    const added = await Promise.all([kit, other, kit, other, kit, other].map(({ add }) => add(at("/crowd"))))
    expect(new Set(added.map(({ feedId }) => feedId)).size).toBe(1)
    expect(await kit.facts(feedIdOf(at("/crowd")))).toHaveLength(2)
    await other.close()
  })

  it("is one feed for all addresses that lead to it for good, and these are not asked again", async () => {
    server.serve("/new-home", faults.page(NEWS))
    server.serve("/old-home", faults.redirect(301, "/new-home"))
    server.serve("/older-home", faults.redirect(308, "/old-home"))
    const first = await kit.add(at("/older-home"))
    expect(first.feedId).toBe(feedIdOf(at("/new-home")))
    const before = server.seen.length
    expect(await kit.add(at("/older-home"))).toMatchObject({ feedId: first.feedId })
    expect(await kit.add(at("/old-home"))).toMatchObject({ feedId: first.feedId })
    expect(await kit.add(at("/new-home"))).toMatchObject({ feedId: first.feedId })
    expect(server.seen.length).toBe(before)
  })

  it("keeps the address that was given where the redirect is not for good", async () => {
    server.serve("/today", faults.page(NEWS))
    server.serve("/current", faults.redirect(302, "/today"))
    expect((await kit.add(at("/current"))).feedId).toBe(feedIdOf(at("/current")))
  })

  it("is carried out once where the same command is sent twice", async () => {
    server.serve("/once", faults.page(NEWS))
    const commandId = uuidv7(kit.time.nowMs())
    const first = await kit.addAs(commandId, at("/once"))
    expect(await kit.addAs(commandId, at("/once"))).toEqual(first)
    expect(first.position).toBeGreaterThan(0)
    expect(requested("/once")).toBe(1)
  })

  it("takes what a document should not hold: characters that no database keeps, and endless addresses", async () => {
    const nasty = "\\u0000\\ud800"
    server.serve(
      "/nasty.json",
      `{"version":"https://jsonfeed.org/version/1.1","title":"Na${nasty}sty","items":[{"id":"1${nasty}","title":"t${nasty}",
        "url":"https://blog.example/${"x".repeat(4_000)}","content_html":"<p>c${nasty}</p>","tags":["g${nasty}"],
        "authors":[{"name":"a${nasty}"}],"summary":"${"😀".repeat(999)}x"}]}`,
    )
    const { feedId } = await kit.add(at("/nasty.json"))
    const [, fetched] = await kit.facts(feedId)
    expect(JSON.stringify(fetched)).not.toMatch(/\\u0000|\\ud800/)
  })
})

describe("an address that does not become a feed", () => {
  it("is not added unverified if it was made for one member of a publisher", async () => {
    const address = "https://www.patreon.com/rss/harbour?auth=a1b2"
    expect(await kit.run(kit.feeds.addUnverified([address]))).toEqual({ feedIds: [], added: 0, unusable: [address] })
  })

  it("is refused with the reason, and nothing is kept of it", async () => {
    const elsewhere = await startFaultServer()
    const endless = `/feed?${"x".repeat(3_000)}`
    server.serve(endless, faults.page(NEWS))
    server.serve("/endless", `<link rel="alternate" type="application/rss+xml" href="${endless}">`)
    server.serve("/words", "<p>words</p>")
    server.serve("/forbidden", faults.status(403))
    server.serve("/busy", faults.status(503, { "retry-after": "60" }))
    server.serve("/members", faults.page(NEWS.replace("<item>", "<itunes:block>yes</itunes:block><item>")))
    server.serve("/cut", faults.cut)
    server.serve("/data.json", '{"data":[]}')
    server.serve("/circle", faults.redirect(301, "/circle"))
    server.serve("/trap", faults.redirect(302, `${elsewhere.origin}/feed`))
    for (const [address, refusal] of [
      [at("/words"), { _tag: "NoFeedFound", messageKey: "discover.noFeedFound" }],
      [at("/nothing"), { _tag: "HttpStatus", status: 404, messageKey: "fetch.httpStatus.missing" }],
      [at("/forbidden"), { _tag: "HttpStatus", status: 403, messageKey: "fetch.httpStatus.forbidden" }],
      [at("/busy"), { _tag: "HttpStatus", status: 503, retryAfterSeconds: 60 }],
      [at("/members"), { _tag: "NotAFeed", messageKey: "feeds.notAFeed.private" }],
      [at("/cut"), { _tag: "Unreachable", reason: "reset" }],
      [at("/data.json"), { _tag: "NoFeedFound" }],
      [at("/circle"), { _tag: "TooManyRedirects" }],
      [at("/trap"), { _tag: "BadAddress" }],
      [at("/endless"), { _tag: "BadAddress", reason: "unreadable" }],
      ["http://127.0.0.1/feed", { _tag: "BadAddress", reason: "private" }],
      ["ftp://example.org/feed", { _tag: "BadAddress" }],
      ["two words", { _tag: "BadAddress" }],
      [`${at("/")}${"a".repeat(3_000)}`, { _tag: "BadAddress" }],
    ] as const) {
      expect(await kit.refusal(address), address).toMatchObject(refusal)
    }
    const [stored] =
      await kit.sql`select (select count(*) from es.event) + (select count(*) from feeds.address) as rows`
    expect(stored).toEqual({ rows: 0 })
    expect(elsewhere.seen).toEqual([])
    await elsewhere.close()
  })
})
