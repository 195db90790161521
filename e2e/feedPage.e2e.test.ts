import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { launchBrowser, openPage, startSite, type TestSite } from "./lib/index.ts"

const DESCRIPTION = "A letter from the river about everything that floats, and some things that do not. ".repeat(12)

const publisher = createServer((_, response) => {
  response.setHeader("content-type", "application/rss+xml")
  response.end(
    `<rss version="2.0"><channel><title>The long one</title><description>${DESCRIPTION}</description>
     <item><guid>1</guid><title>Only item</title><link>http://example.org/1</link></item></channel></rss>`,
  )
})

let site: TestSite
let browser: Awaited<ReturnType<typeof launchBrowser>>
let feedId: string

beforeAll(async () => {
  await new Promise<void>((resolve) => publisher.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(publisher.address() as AddressInfo).port}`
  site = await startSite({ env: { ALLOW_PRIVATE_FETCH: address } })
  browser = await launchBrowser()
  const answer = await fetch(`${site.origin}/api/Feed/CreateLocalFeed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: `http://${address}/feed.xml` }),
  })
  feedId = ((await answer.json()) as { data: { feed: { feedId: string } } }).data.feed.feedId
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  publisher.close()
})

it("[S2-091] folds a feed's long description to 50 px and opens it to at most 500, with scripts off too", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site.origin}/detail/${feedId}`)
  const content = page.locator(".fold .content")
  const height = async () => (await content.boundingBox())?.height ?? 0
  expect(await height()).toBe(50)
  await page.locator(".fold label").click()
  await expect.poll(height).toBeGreaterThan(50)
  expect(await height()).toBeLessThanOrEqual(500)
  await page.locator(".fold label").click()
  await expect.poll(height).toBe(50)
  await page.context().close()
})
