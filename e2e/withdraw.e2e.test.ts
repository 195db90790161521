import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { writeAddress } from "../core/wallet/addresses/writeAddress.ts"
import { networks } from "../core/wallet/chain/networks.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite } from "./lib/index.ts"

let site: TestSite
let browser: Browser
let anna: TestPerson

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launchBrowser()])
  anna = await site.person({ displayName: "Anna Lind" })
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

describe("withdrawing", () => {
  it("[S2-012] [S2-013] keeps an address and asks for a password first, on a phone", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin, width: 375 })
    page.setDefaultTimeout(10_000)
    await enter(page.context(), site, anna)
    await page.goto("/wallet/withdraw")
    await page.getByRole("link", { name: "Set up a withdrawal password first." }).click()
    await page.waitForURL("**/wallet/withdraw/management#password")
    const address = writeAddress(networks.BTC.demo, "p2wpkh", Buffer.alloc(20, 7))
    await page.getByRole("textbox", { name: "Name" }).fill("Ledger")
    await page.getByRole("textbox", { name: "Address" }).fill(`${address}x`)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByText("This is no address.").waitFor()
    await page.getByRole("textbox", { name: "Address" }).fill(address)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("button", { name: "Remove: Ledger" }).waitFor()
    expect(await page.locator("code.grouped").textContent()).toContain(address.slice(0, 4))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    // All of it at once, so that nothing lies under the bar at the foot.
    await page.setViewportSize({ width: 375, height: 2_400 })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole("button", { name: "Remove: Ledger" }).click()
    await page.getByText("You keep no address yet.").waitFor()
  })
})
