import { once } from "node:events"
import { connect } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Product, startProduct, type TestDatabase, testDatabase } from "#testing"
import { CHEAP_PASSWORDS, openPeople, TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { startHub } from "../core/feeds/push/testing/startHub.ts"
import { rss } from "../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../core/fetch/testing/faultServer.ts"
import { freePort } from "../scripts/run/ports.ts"
import { accessibilityProblems, contrastProblems, HEIGHT, launchBrowser, openPage, WIDTHS } from "./lib/index.ts"

let publisher: FaultServer
let hub: Awaited<ReturnType<typeof startHub>>
let db: TestDatabase
let product: Product
let workerPort: number
let browser: Browser

beforeAll(async () => {
  publisher = await startFaultServer()
  hub = await startHub()
  db = await testDatabase()
  workerPort = await freePort()
  browser = await launchBrowser()
  product = await startProduct({
    databaseUrl: db.url,
    env: {
      ROLES: "web,worker",
      MASTER_KEY: TEST_MASTER_KEY,
      ...CHEAP_PASSWORDS,
      ALLOW_PRIVATE_FETCH: `${publisher.host},${hub.host}`,
      WORKER_PORT: String(workerPort),
    },
  })
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await db.drop()
  await publisher.close()
  await hub.close()
})

const get = (path: string, init: RequestInit = {}) => fetch(`${product.origin}${path}`, { redirect: "manual", ...init })
const call = (path: string, body: object) =>
  get(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })

/** Sends a raw request; returns everything received until the connection ended. */
const raw = async (text: string): Promise<string> => {
  const { hostname, port } = new URL(product.origin)
  const socket = connect(Number(port), hostname)
  let answer = ""
  socket.on("data", (data) => {
    answer += data
  })
  socket.on("error", () => undefined)
  socket.write(text)
  await once(socket, "close")
  return answer
}

describe("the web process", () => {
  it("serves pages, HEAD requests, files and byte ranges", async () => {
    const page = await get("/faq")
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html"])
    expect(page.headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/)
    const head = await get("/faq", { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    const [style] = /\/_astro\/[\w.@-]+\.css/.exec(await page.text()) ?? []
    const part = await get(style ?? "", { headers: { range: "bytes=0-9" } })
    expect([part.status, (await part.text()).length]).toEqual([206, 10])
  })

  it("accepts reader apps of any origin at both addresses, and resolves escaped stream ids", async () => {
    const people = openPeople({ url: db.url })
    const { email, password, userCode } = await people.make().finally(() => people.close())
    for (const base of ["", "/api/greader.php"]) {
      const headers = { origin: "app://reader", "content-type": "application/x-www-form-urlencoded" }
      const body = new URLSearchParams({ Email: email, Passwd: password })
      const login = await get(`${base}/accounts/ClientLogin`, { method: "POST", headers, body })
      const authorization = `GoogleLogin ${/^Auth=.+$/m.exec(await login.text())?.[0].replace("Auth", "auth")}`
      const request = (path: string) => get(`${base}/reader/api/0/${path}`, { headers: { authorization } })
      expect(await (await request("user-info")).json()).toMatchObject({ userId: userCode })
      for (const id of ["user/-/state/com.google/reading-list", "user/-/label/Æ/B & C", "feed/0123456789abcdefghjk"]) {
        const contents = await request(`stream/contents/${encodeURIComponent(id)}?n=5`)
        expect([contents.status, await contents.json()]).toEqual([200, expect.objectContaining({ id, items: [] })])
        expect((await request(`stream/contents/${id.replaceAll(" ", "%20")}?n=5`)).status).toBe(200)
      }
      expect((await get(`${base}/reader/api/0/token`)).status).toBe(401)
      expect((await request("nothing")).status).toBe(404)
    }
    const unknown = await get("/api/greader.php/nothing")
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ status: false, data: null }),
    ])
  })

  it("answers unknown API calls with the error envelope and documents all calls on a page of its own", async () => {
    const unknown = await get("/api/Nothing")
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toEqual({ status: false, message: "Unknown API call: /api/Nothing", data: null })
    expect(await (await get("/api/openapi.json")).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
    const docs = await get("/api/docs")
    const html = await docs.text()
    expect(docs.status).toBe(200)
    expect(html).toContain("/api/Feed/PreviewFeed")
    // The page loads nothing from other origins.
    expect(
      html.match(/(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1)[^"]*"/g)?.filter((link) => /src|\.css/.test(link)) ??
        [],
    ).toEqual([])
  })

  it("shows the API reference readable and accessible, on a desktop and on a phone, light and dark", {
    tags: ["long"],
  }, async () => {
    const { page, problems } = await openPage(browser, { colorScheme: "light" })
    await page.goto(`${product.origin}/api/docs`)
    await page.locator("#Feed\\.PreviewFeed summary").click()
    expect(await page.locator("#Feed\\.PreviewFeed").textContent()).toContain("items[].levelId")
    // One operation stands in for all: they share one layout, and checking them all takes half a minute.
    await page.evaluate(() => {
      for (const call of document.querySelectorAll("[id*='.']")) if (call.id !== "Feed.PreviewFeed") call.remove()
    })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await contrastProblems(page)).toEqual([])
    await page.setViewportSize({ width: WIDTHS.phone, height: HEIGHT })
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it.each([
    "GET /%",
    "GET /%E0%A4%A",
    "GET //evil.example/",
    "GET /api/%2e%2e/x",
    "PROPFIND /",
    "GET /img?u=%",
    "GET /newsfeeds?after=%00",
  ])("does not fail on an odd request: %s", async (line) => {
    const answer = await raw(`${line} HTTP/1.1\r\nHost: ${new URL(product.origin).host}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /)
  })

  it.each(["a b", "%%%", "[::", "x".repeat(300)])("does not fail on an odd host: %s", async (host) => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 [234]\d\d /)
  })

  it("shows its metrics to operators on this machine, and never through a proxy", async () => {
    const metrics = await get("/metrics")
    const text = await metrics.text()
    expect([metrics.status, metrics.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ])
    for (const name of [
      "quire_http_requests_total",
      "quire_http_request_seconds_bucket",
      "quire_event_loop_lag_seconds",
      "quire_projection_lag_events",
      "quire_feeds_due",
      "process_resident_memory_bytes",
    ]) {
      expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"))
    }
    expect((await get("/metrics", { headers: { "x-forwarded-for": "203.0.113.1" } })).status).toBe(404)
    const worker = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text()
    expect(worker).toMatch(/^quire_feed_checks_total\{outcome="changed"\} \d+$/m)
    expect(worker).toMatch(/^quire_projection_lag_seconds\{name="items"\} /m)
  })

  it("[S2-088] offers no Telegram channels if none is configured", async () => {
    const page = await (await get("/faq")).text()
    expect(page).not.toMatch(/(?:commandfor|id|href)="\/?telegram"/)
    const { status, headers } = await get("/telegram")
    expect([status, headers.get("location")]).toEqual([302, "/"])
  })

  it("adds a feed and shows it within one call", async () => {
    publisher.serve("/feed.xml", rss("Published", [{ guid: "one" }]))
    const preview = await call("/api/Feed/PreviewFeed", { url: `${publisher.origin}/feed.xml` })
    expect(await preview.json()).toMatchObject({
      status: true,
      data: { feed: { title: "Published" }, items: [{ title: "About one" }] },
    })
  })

  it("accepts news only from the hub that a feed names", async () => {
    const url = `${publisher.origin}/linked.xml`
    const links = `<link xmlns="http://www.w3.org/2005/Atom" rel="hub" href="${hub.url}"/>`
    publisher.serve("/linked.xml", rss("Linked", [{ guid: "one" }]).replace("<channel>", `<channel>${links}`))
    await call("/api/Feed/PreviewFeed", { url })
    await expect.poll(() => hub.requested.length, { timeout: 20_000 }).toBe(1)
    const asking = hub.requested[0] ?? {}
    const callback = asking["hub.callback"] ?? ""
    const { challenge, leaseSeconds } = hub.questionOf(asking)
    const question = (address: string) =>
      fetch(
        `${address}?${new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": url, "hub.challenge": challenge, "hub.lease_seconds": leaseSeconds ?? "" })}`,
      )
    expect((await question(`${callback}x`)).status).toBe(404)
    const sure = await question(callback)
    expect([sure.status, sure.headers.get("content-type"), await sure.text()]).toEqual([
      200,
      "text/plain; charset=utf-8",
      challenge,
    ])
    const { bytes, contentType, signature } = hub.newsFor(asking, rss("Linked", [{ guid: "pushed" }]))
    const send = (signed: string) =>
      fetch(callback, {
        method: "POST",
        body: bytes,
        headers: { "content-type": contentType, "x-hub-signature": signed },
      })
    expect((await send("sha256=00")).status).toBe(202)
    expect((await send(signature)).status).toBe(202)
    const titles = async () => {
      const { data } = await (await call("/api/Feed/PreviewFeed", { url })).json()
      return data.items.map(({ title }: { title: string }) => title)
    }
    await expect.poll(titles).toEqual(expect.arrayContaining(["About pushed", "About one"]))
    const tooLong = await fetch(callback, { method: "POST", body: Buffer.alloc(2_100_000, " ") })
    expect(tooLong.status).toBe(413)
  })

  it("finishes open requests when it shuts down", async () => {
    let answer: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      publisher.serve("/slow.xml", (_, response) => {
        resolve()
        answer = () => void response.end(rss("Slow", [{ guid: "one" }]))
      })
    })
    const validated = call("/api/Feed/ValidateFeed", { url: `${publisher.origin}/slow.xml` })
    await reached
    process.kill(product.pid, "SIGTERM")
    await expect
      .poll(() =>
        get("/faq").then(
          () => "accepted",
          () => "refused",
        ),
      )
      .toBe("refused")
    answer()
    expect(await (await validated).json()).toMatchObject({ status: true, data: { valid: true } })
    expect(await product.ended).toBe(0)
  })
})
