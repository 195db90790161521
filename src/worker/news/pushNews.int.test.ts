import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { PushedNews } from "#contract/notifications"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { rss } from "../../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { PER_OTHER_SERVICE_MAX } from "../../../core/notifications/push/PushStore.ts"
import { makeReceiver, readVapid, startPushService } from "../../../core/notifications/push/testing/pushService.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { pushNews } from "./pushNews.ts"

const NEWEST_MS = Date.UTC(2026, 0, 31, 12)
const MINUTE_MS = 60_000

let server: FaultServer
let service: Awaited<ReturnType<typeof startPushService>>
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  ;[server, service, db] = await Promise.all([startFaultServer(), startPushService(), testDatabase()])
  const env = { CONTACT_EMAIL: "editor@quire.example" }
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host, service.host], env })
  await publish("old", [60, 120])
})
afterAll(async () => {
  await kit.close()
  await Promise.all([db.drop(), server.close(), service.close()])
})
beforeEach(async () => {
  await kit.sql`delete from push.subscription`
  service.pushed.length = 0
})

/** A feed with one item per number: published that many minutes before the newest allowed time. */
const publish = async (name: string, minutes: ReadonlyArray<number>) => {
  const items = minutes.map((each) => ({ guid: `${name} ${each}`, date: NEWEST_MS - each * MINUTE_MS }))
  server.serve(`/${name}.xml`, faults.page(rss(`The ${name}`, items)))
  await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/${name}.xml` })
}

const browser = makeReceiver()
const subscribe = (path: string, more: object = {}, keys: object = browser.keys) =>
  kit.post("/api/Feed/SubscribeNews", {
    subscription: { endpoint: service.origin + path, expirationTime: null, keys },
    ...more,
  })
const noted = () =>
  kit.sql`select endpoint, language, seen_at, failures, due_at from push.subscription order by endpoint`
const due = () => kit.sql`update push.subscription set due_at = now() - interval '1 second'`
const deliveries = () =>
  service.pushed.map(({ path, body }) => {
    const { news } = JSON.parse(browser.decrypt(body).toString()) as PushedNews
    return [path, ...news.map(({ title, body: from }) => `${title} (${from})`)]
  })

describe("a library news push", () => {
  it("encrypts for subscribers: the latest first, then newer news, at most every half hour", async () => {
    expect((await subscribe("/one")).body).toEqual({ status: true, message: "", data: null })
    expect(await run(pushNews())).toEqual({ pushed: 1, gone: 0, failed: 0 })
    expect(deliveries()).toEqual([["/one", "About old 60 (The old)"]])

    await publish("new", [1, 2, 90])
    expect(await run(pushNews())).toEqual({ pushed: 0, gone: 0, failed: 0 })
    await due()
    await run(pushNews())
    expect(deliveries().at(-1)).toEqual(["/one", "About new 1 (The new)", "About new 2 (The new)"])
    await due()
    await run(pushNews())
    expect(service.pushed).toHaveLength(2)
    const [row] = await noted()
    expect(row?.["seen_at"]).toEqual(new Date(NEWEST_MS - MINUTE_MS))
  })

  it("follows the standards and is signed with the key that pages publish", async () => {
    await subscribe("/one")
    await run(pushNews())
    const headers = service.pushed[0]?.headers
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "low",
      topic: "library-news",
    })
    const { claims } = readVapid(String(headers?.["authorization"]))
    expect(claims).toMatchObject({ aud: service.origin, sub: "mailto:editor@quire.example" })
  })

  it("is in the chosen language, and only about news that the browser does not know yet", async () => {
    await subscribe("/none", { languageCode: "MK" })
    await subscribe("/known", { seen: NEWEST_MS })
    await run(pushNews())
    expect(deliveries()).toEqual([])
    expect((await noted()).map(({ language }) => language)).toEqual([null, "mk"])
  })
})

describe("a browser", () => {
  it.each([404, 410])("is deleted if the push service reports it gone (%d)", async (status) => {
    service.answer("/gone", status)
    await subscribe("/gone")
    expect(await run(pushNews())).toEqual({ pushed: 0, gone: 1, failed: 0 })
    expect(await noted()).toEqual([])
  })

  it("is retried later if unreachable, after the Retry-After of the service, and deleted in the end", async () => {
    service.answer("/busy", 429, { "retry-after": "7200" })
    await subscribe("/busy")
    expect(await run(pushNews())).toEqual({ pushed: 0, gone: 0, failed: 1 })
    const [row] = await noted()
    expect(row).toMatchObject({ failures: 1, seen_at: null })
    const waitMs = Number(row?.["due_at"]) - Date.now()
    expect(waitMs).toBeGreaterThan(115 * MINUTE_MS)
    expect(waitMs).toBeLessThan(121 * MINUTE_MS)
    for (let failures = 1; failures < 10; failures += 1) {
      expect(await noted()).toHaveLength(1)
      await due()
      await run(pushNews())
    }
    expect(await noted()).toEqual([])
  })

  it("can subscribe again, change its address, and unsubscribe", async () => {
    await subscribe("/one", { languageCode: "EN", seen: NEWEST_MS - MINUTE_MS })
    await subscribe("/one", { languageCode: "EN" })
    expect(await noted()).toMatchObject([{ seen_at: new Date(NEWEST_MS - MINUTE_MS) }])
    await subscribe("/two", { replaces: `${service.origin}/one` })
    expect(await noted()).toMatchObject([
      { endpoint: `${service.origin}/two`, language: "en", seen_at: new Date(NEWEST_MS - MINUTE_MS) },
    ])
    await kit.post("/api/Feed/UnsubscribeNews", { endpoint: `${service.origin}/two` })
    expect(await noted()).toEqual([])
  })

  it("is rejected if an unknown push service has reached the limit of browsers per host", async () => {
    await kit.sql`
      insert into push.subscription (key, endpoint, p256dh, auth, due_at)
      select 'k' || n, ${service.origin} || '/filled/' || n, 'x', 'x', 'infinity'
      from generate_series(1, ${PER_OTHER_SERVICE_MAX}) n`
    expect(await subscribe("/more")).toMatchObject({ status: 409 })
    await kit.sql`delete from push.subscription where key = 'k1'`
    expect(await subscribe("/more")).toMatchObject({ status: 200 })
    expect(await subscribe("/more")).toMatchObject({ status: 200 })
    await kit.sql`delete from push.subscription`
  })
})

describe("nothing is pushed", () => {
  it("to an address that is invalid, not HTTPS, without valid keys, or in our own network", async () => {
    const refused = (endpoint: string, keys: object = browser.keys) =>
      kit.post("/api/Feed/SubscribeNews", { subscription: { endpoint, keys } })
    const wrong = {
      status: 400,
      body: { errors: { subscription: ["This browser’s push address can’t be used"] } },
    }
    expect(await refused("http://push.example/1")).toMatchObject(wrong)
    expect(await refused("nonsense")).toMatchObject(wrong)
    expect(await subscribe("/x", {}, { ...browser.keys, auth: "AAAA" })).toMatchObject(wrong)
    const noPoint = Buffer.alloc(65, 4).toString("base64url")
    expect(await subscribe("/x", {}, { ...browser.keys, p256dh: noPoint })).toMatchObject(wrong)
    expect(await subscribe("/x", {}, { p256dh: "a b" })).toMatchObject({ status: 400 })

    // Accepted, whatever the name resolves to now: the address is checked when connecting.
    for (const endpoint of ["https://127.0.0.1/1", "https://[::1]/1", "https://localhost/1"])
      expect(await refused(endpoint)).toMatchObject({ status: 200 })
    expect(await run(pushNews())).toEqual({ pushed: 0, gone: 3, failed: 0 })
    expect(await noted()).toEqual([])
  })
})
