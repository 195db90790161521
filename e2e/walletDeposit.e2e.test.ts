import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { networks } from "#core/wallet"
import { makeSimWorld } from "../core/wallet/chain/sim/makeSimWorld.ts"
import { type LedgerKit, openLedger } from "../core/wallet/ledger/testing/ledgerKit.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite, WIDTHS } from "./lib/index.ts"

let site: TestSite
let browser: Browser
let ledger: LedgerKit

beforeAll(async () => {
  // Blocks come when the test mines them.
  ;[site, browser] = await Promise.all([startSite({ env: { SIM_BLOCK_SECONDS: "3600" } }), launchBrowser()])
  ledger = await openLedger(site.databaseUrl)
})
afterAll(async () => {
  await browser?.close()
  await ledger?.close()
  await site?.stop()
})

it("[S2-011] shows who is signed in where to send coins to, and the coins as they come", async () => {
  const { status, headers } = await fetch(`${site.origin}/wallet/deposit`, { redirect: "manual" })
  expect([status, headers.get("location")]).toEqual([302, "/signin"])

  const anna = await site.person()
  const open = async (options: Parameters<typeof openPage>[1]) => {
    const { page } = await openPage(browser, { baseURL: site.origin, ...options })
    await enter(page.context(), site, anna)
    return page
  }
  const page = await open({ width: WIDTHS.phone })
  // The signer gives its keys some moments after the start.
  await expect.poll(async () => (await page.goto("/wallet/deposit"))?.status(), { timeout: 20_000 }).toBe(200)
  await page.getByText("Demo chain, no real coins").waitFor()
  const address = (await page.locator("[data-address]").textContent()) ?? ""
  expect(address).toMatch(/^demobtc1[a-z\d]{20,}$/)
  await page.getByRole("img", { name: "QR code of your BTC address" }).waitFor()
  expect(await page.getByRole("link", { name: "Open in a wallet app" }).getAttribute("href")).toBe(`bitcoin:${address}`)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("button", { name: "Copy address" }).click()
  await page.getByRole("button", { name: "Copied" }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const isCut = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  const led = page.waitForURL("**/wallet/deposit?asset=BTC")
  await page.getByRole("button", { name: "Get demo coins" }).click()
  await led
  await page.evaluate(() => document.body.setAttribute("data-same", ""))
  // Two; or six, where no rate said yet what the amount is worth.
  await page.getByText(/0 of \d confirmations/).waitFor()
  expect([await isCut(), await accessibilityProblems(page)]).toEqual([false, []])
  const world = makeSimWorld({ sql: ledger.sql, network: networks.BTC.demo, seed: "demo" })
  await Effect.runPromise(world.mine(networks.BTC.demo.confirmations.large))
  await page.getByText("Arrived").waitFor()
  await page.getByText("Nothing is on its way at present.").waitFor()
  // All this time it was the same page.
  expect(await page.locator("body[data-same]").count()).toBe(1)

  const plain = await open({ javaScriptEnabled: false, locale: "de-DE" })
  await plain.goto("/wallet/deposit?asset=bch")
  const before = await plain.locator("[data-address]").textContent()
  expect(before).toMatch(/^demobch:q/)
  await plain.getByText("Zählt nach 10 Bestätigungen.").waitFor()
  await plain.getByRole("button", { name: "Neue Adresse" }).click()
  await plain.waitForURL("**/wallet/deposit?asset=BCH")
  expect(await plain.locator("[data-address]").textContent()).not.toBe(before)
  await plain.getByText("Eingegangen").waitFor()
})
