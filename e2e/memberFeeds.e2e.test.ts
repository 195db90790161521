import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, sharedSite, type TestSite } from "./lib/index.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

it.each([true, false])("a reader makes, renews and deletes a private feed (scripts: %s)", async (javaScriptEnabled) => {
  const { channelCode } = await makeCreator(site.databaseUrl, await site.person({}))
  const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled })
  await enter(page.context(), site, await site.person({}))
  await page.goto(`/user/${channelCode}`)
  const feeds = page.getByRole("region", { name: "Private feeds" })
  await feeds.getByLabel("App").fill("AntennaPod")
  await feeds.getByRole("button", { name: "Make a private feed" }).click()
  await feeds.getByText("AntennaPod", { exact: true }).waitFor()
  if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
  const addressOf = async () => (await feeds.locator("code").first().textContent()) ?? ""
  const first = await addressOf()
  expect(first).toMatch(/\/feeds\/mine\/[a-z2-7]{32}\/posts\.rss$/)
  // An app without cookies.
  const read = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, site.origin))
  const answer = await read(first)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("cache-control")).toBe("private, no-store")
  expect(answer.headers.has("set-cookie")).toBe(false)

  await feeds.getByRole("button", { name: "New address" }).click()
  await expect.poll(addressOf).not.toBe(first)
  expect((await read(first)).status).toBe(404)
  const second = await addressOf()
  expect((await read(second)).status).toBe(200)
  await feeds.getByRole("button", { name: "Delete" }).click()
  await feeds.getByText("AntennaPod", { exact: true }).waitFor({ state: "detached" })
  expect((await read(second)).status).toBe(404)
})
