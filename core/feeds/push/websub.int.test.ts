import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../fetch/testing/faultServer.ts"
import * as faults from "../../fetch/testing/faults.ts"
import { makeTestFetcher } from "../../fetch/testing/testFetcher.ts"
import { PollSchedule } from "../poll/Schedule.ts"
import { type FeedsKit, makeFeedsKit, type Piece, rss } from "../testing/feedsKit.ts"
import { startHub } from "./testing/startHub.ts"

const ORIGIN = "https://quire.example.org"
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: FaultServer
let hub: Awaited<ReturnType<typeof startHub>>
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let kit: FeedsKit

beforeAll(async () => {
  server = await startFaultServer()
  hub = await startHub()
  fetcher = makeTestFetcher({ allowPrivate: [server.host, hub.host] })
})
beforeEach(async () => {
  db = await testDatabase()
  kit = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer, origin: ORIGIN })
  hub.manners.status = 202
  hub.manners.leaseSeconds = 86_400
})
afterEach(async () => {
  await kit.close()
  await db.drop()
})
afterAll(async () => {
  await fetcher.close()
  await server.close()
  await hub.close()
})

const at = (path: string): string => `${server.origin}${path}`

/** A feed that names its hub in itself. */
const feed = (path: string, pieces: ReadonlyArray<Piece>, hubUrl = hub.url): string =>
  rss("News", pieces).replace(
    "<channel>",
    `<channel xmlns:atom="http://www.w3.org/2005/Atom"><atom:link rel="hub" href="${hubUrl}"/><atom:link rel="self" href="${at(path)}"/>`,
  )

const subscribeDueHubs = () => kit.run(kit.feeds.subscribeDueHubs(16))
const health = async (feedId: string) => {
  const [found] = await kit.run(PollSchedule.use((schedule) => schedule.health({ feedId })))
  if (found === undefined) throw new Error("the feed is not in the schedule")
  return found
}
const leases = () => kit.sql`select state, asked, ask_at, lease_until from feeds.hub_lease`
const titles = async (feedId: string) =>
  (await kit.facts(feedId)).flatMap((fact) =>
    fact._tag === "feeds.FeedFetched.v1" ? fact.items.map(({ title }) => title) : [],
  )

/** Adds a feed that names the hub, asks the hub, and lets it make sure. */
const agree = async (path: string, pieces: ReadonlyArray<Piece> = [{ guid: "one" }]) => {
  server.serve(path, faults.page(feed(path, pieces)))
  const { feedId } = await kit.add(at(path))
  expect(await subscribeDueHubs()).toBe(1)
  const asking = hub.requested.at(-1) ?? {}
  const answer = await kit.run(kit.feeds.confirmHubLease(hub.questionOf(asking)))
  return { feedId, asking, answer }
}

describe("a hub that a feed names", () => {
  it("is asked with a secret and an address that nobody can guess, and agreed with once it makes sure", async () => {
    const { feedId, asking, answer } = await agree("/one")
    expect(asking).toEqual({
      "hub.callback": expect.stringMatching(/^https:\/\/quire\.example\.org\/websub\/[\w-]{43}$/),
      "hub.mode": "subscribe",
      "hub.topic": at("/one"),
      "hub.secret": expect.stringMatching(/^[\w-]{43}$/),
      "hub.lease_seconds": "864000",
    })
    expect(answer).toBe(hub.questionOf(asking).challenge)
    expect(await health(feedId)).toMatchObject({ pushed: true })
    expect(await subscribeDueHubs()).toBe(0)
  })

  it("is found in Link headers, before those of the document", async () => {
    const link = `<${hub.url}>; rel="hub", <${at("/topic")}>; rel="self"`
    server.serve("/header", faults.page(rss("News", [{ guid: "one" }]), { link }))
    await kit.add(at("/header"))
    await subscribeDueHubs()
    expect(hub.requested.at(-1)).toMatchObject({ "hub.topic": at("/topic") })
  })

  it("is followed where it sends its askers on", async () => {
    server.serve("/moved", faults.page(feed("/moved", [{ guid: "one" }], `http://${hub.host}/moved`)))
    await kit.add(at("/moved"))
    const before = hub.requested.length
    await subscribeDueHubs()
    expect(hub.requested).toHaveLength(before + 1)
  })

  it("is asked nothing at a private address, nor where it could not reach us", async () => {
    server.serve("/private", faults.page(feed("/private", [{ guid: "one" }], "http://169.254.169.254/hub")))
    await kit.add(at("/private"))
    const before = hub.requested.length
    expect(await subscribeDueHubs()).toBe(1)
    const home = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer, origin: "http://localhost:4321" })
    server.serve("/home", faults.page(feed("/home", [{ guid: "one" }])))
    await home.add(at("/home"))
    expect(await home.run(home.feeds.subscribeDueHubs(16))).toBe(0)
    await home.close()
    expect(hub.requested).toHaveLength(before)
  })

  it("is asked again later and later while it does not answer", async () => {
    hub.manners.status = 503
    server.serve("/silent", faults.page(feed("/silent", [{ guid: "one" }])))
    await kit.add(at("/silent"))
    const gaps: Array<number> = []
    for (let times = 0; times < 5; times += 1) {
      expect(await subscribeDueHubs()).toBe(1)
      const [lease] = await leases()
      gaps.push(Math.round((Number(lease?.["ask_at"]) - kit.time.nowMs()) / 60_000))
      kit.time.shift(Number(lease?.["ask_at"]) - kit.time.nowMs() + 1_000)
    }
    expect(gaps).toEqual([15, 60, 240, 960, 3_840])
  })

  it("ignores leases that were not requested", async () => {
    const { asking } = await agree("/sure")
    const question = hub.questionOf(asking)
    for (const other of [
      { callbackId: "guessed" },
      { topic: "https://other.example/" },
      { topic: null },
      { challenge: null },
      { challenge: "x".repeat(3_000) },
      { mode: "unsubscribe" },
      { mode: "anything" },
    ]) {
      expect(await kit.run(kit.feeds.confirmHubLease({ ...question, ...other }))).toBeNull()
    }
  })
})

describe("news of a hub", () => {
  it("is read without asking the publisher, each item once", async () => {
    const { feedId, asking } = await agree("/news")
    const requests = server.seen.length
    for (const method of ["sha1", "sha256", "sha384", "sha512"]) {
      const news = hub.newsFor(asking, rss("Another name", [{ guid: method }]), method)
      expect(await kit.run(kit.feeds.receiveHubPing(news))).toBe("accepted")
      expect(await kit.run(kit.feeds.receiveHubPing(news))).toBe("accepted")
    }
    expect(await kit.run(kit.feeds.readHubDeliveries(16))).toBe(8)
    expect(await titles(feedId)).toEqual(["About one", "About sha1", "About sha256", "About sha384", "About sha512"])
    expect(server.seen).toHaveLength(requests)
    // What a part of the feed calls the whole does not rename it.
    expect((await kit.facts(feedId)).slice(2)).toMatchObject([{ facts: null }, { facts: null }, { facts: null }, {}])
    expect(await kit.run(kit.feeds.readHubDeliveries(16))).toBe(0)
  })

  it("without its signature is passed over, and after the end nobody waits for it", async () => {
    const { feedId, asking } = await agree("/forged")
    const news = hub.newsFor(asking, rss("News", [{ guid: "forged" }]))
    expect(await kit.run(kit.feeds.receiveHubPing({ ...news, signature: null }))).toBe("unsigned")
    expect(await kit.run(kit.feeds.receiveHubPing({ ...news, signature: `sha256=${"0".repeat(64)}` }))).toBe("unsigned")
    expect(await kit.run(kit.feeds.receiveHubPing({ ...news, callbackId: "guessed" }))).toBe("unknown")
    expect(await kit.run(kit.feeds.readHubDeliveries(16))).toBe(0)
    expect(await titles(feedId)).toEqual(["About one"])
  })

  it("that is no feed, empty, or too much at once has the feed looked at", async () => {
    for (const [path, texts] of [
      ["/ping", [""]],
      ["/words", ["there is news"]],
      ["/flood", Array.from({ length: 10 }, (_, at) => rss("News", [{ guid: `${at}` }]))],
    ] as const) {
      const { feedId, asking } = await agree(path)
      for (const text of texts) await kit.run(kit.feeds.receiveHubPing(hub.newsFor(asking, text)))
      await kit.run(kit.feeds.readHubDeliveries(16))
      expect((await health(feedId)).nextCheckMs).toBeLessThanOrEqual(kit.time.nowMs())
      await kit.checkDue()
    }
  })
})

describe("a feed with a working hub", () => {
  it("is polled twelve times less often, until a poll finds an item that the hub did not send", async () => {
    const now = kit.time.nowMs()
    const hourly = (first: number) =>
      Array.from({ length: 10 }, (_, each) => ({ guid: `${first - each}`, date: now - each * HOUR_MS }))
    const { feedId, asking } = await agree("/missed", hourly(10))
    expect(await kit.refresh(feedId)).toBe("unchanged")
    expect((await kit.poll(feedId)).interval_seconds).toBeGreaterThan(4 * 3_600)

    server.serve("/missed", faults.page(feed("/missed", hourly(11))))
    expect(await kit.refresh(feedId)).toBe("changed")
    expect((await kit.poll(feedId)).interval_seconds).toBeLessThan(3_600)
    expect(await health(feedId)).toMatchObject({ pushed: false })

    expect(await kit.run(kit.feeds.receiveHubPing(hub.newsFor(asking, feed("/missed", hourly(12)))))).toBe("accepted")
    expect(await health(feedId)).toMatchObject({ pushed: true })
    await kit.run(kit.feeds.readHubDeliveries(16))
    server.serve("/missed", faults.page(feed("/missed", hourly(12))))
    await kit.refresh(feedId)
    expect(await health(feedId)).toMatchObject({ pushed: true })
  })

  it("is renewed before its lease ends, and polled like any other feed after the end", async () => {
    const { feedId } = await agree("/renewed")
    kit.time.shift(0.81 * DAY_MS)
    expect(await health(feedId)).toMatchObject({ pushed: true })
    expect(await subscribeDueHubs()).toBe(1)
    const renewal = hub.requested.at(-1) ?? {}
    expect(await kit.run(kit.feeds.confirmHubLease(hub.questionOf(renewal)))).not.toBeNull()
    kit.time.shift(0.5 * DAY_MS)
    expect(await health(feedId)).toMatchObject({ pushed: true })
    kit.time.shift(0.6 * DAY_MS)
    expect(await health(feedId)).toMatchObject({ pushed: false })
  })

  it("is left to itself for a week where the hub refuses", async () => {
    const { feedId, asking } = await agree("/denied")
    const refusal = { ...hub.questionOf(asking), mode: "denied", challenge: null, leaseSeconds: null }
    expect(await kit.run(kit.feeds.confirmHubLease(refusal))).toBe("")
    expect(await health(feedId)).toMatchObject({ pushed: false })
    expect(await kit.run(kit.feeds.receiveHubPing(hub.newsFor(asking, rss("News", []))))).toBe("unknown")
    expect(await subscribeDueHubs()).toBe(0)
    kit.time.shift(7 * DAY_MS + 1_000)
    expect(await subscribeDueHubs()).toBe(1)
  })

  it("lets go of a hub that it names no more", async () => {
    const { feedId } = await agree("/ended")
    server.serve("/ended", faults.page(rss("News", [{ guid: "one" }])))
    expect(await kit.refresh(feedId)).toBe("changed")
    expect(await subscribeDueHubs()).toBe(1)
    const asking = hub.requested.at(-1) ?? {}
    expect(asking).toMatchObject({ "hub.mode": "unsubscribe" })
    expect(asking).not.toHaveProperty("hub.secret")
    expect(await kit.run(kit.feeds.confirmHubLease(hub.questionOf(asking)))).not.toBeNull()
    expect(await leases()).toHaveLength(0)
    expect(await health(feedId)).toMatchObject({ pushed: false })
  })

  it("begins again where it names another hub", async () => {
    const { feedId, asking } = await agree("/other")
    server.serve("/other", faults.page(feed("/other", [{ guid: "one" }], `http://${hub.host}/second`)))
    expect(await kit.refresh(feedId)).toBe("changed")
    expect(await subscribeDueHubs()).toBe(1)
    expect(hub.requested.at(-1)?.["hub.callback"]).not.toBe(asking["hub.callback"])
    expect(await kit.run(kit.feeds.receiveHubPing(hub.newsFor(asking, rss("News", []))))).toBe("unknown")
  })
})
