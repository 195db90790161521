import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../core/ledger/testing/ledgerKit.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import { LOCALES } from "../src/i18n/locales.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  openPage,
  sharedLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let ledger: LedgerKit
let creator: TestPerson
let channelCode: string

/** A busy machine writes the first rates late. */
const STARTS_MS_MAX = 60_000
const SUPPORTERS = "/writers/supporters"

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  const { site } = library
  ledger = await openLedger(site.databaseUrl)
  // A product that has just started has no rates yet.
  const rates = () => ledger.sql`select from read.rate where asset_type_id = 1 and base_asset_type_id = 4`
  expect(await waitUntil(async () => (await rates()).length === 1, STARTS_MS_MAX)).toBe(true)
  creator = await site.person({ displayName: "Tilda Roth", hasUserName: true })
  ;({ channelCode } = await makeCreator(site.databaseUrl, creator, { subject: "Slow Tides" }))
})
afterAll(async () => {
  await ledger?.close()
  await browser?.close()
  await library?.stop()
})

const callAs = async ({ token }: TestPerson, name: string, body: object): Promise<unknown> => {
  const response = await fetch(`${library.site.origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly data: unknown }).data
}
/** A person with coins and a base currency. */
const payer = async (displayName: string) => {
  const person = await library.site.person({ displayName, hasUserName: true })
  await ledger.deposit(person.personId, 1_000_000n)
  await callAs(person, "UserPreference/UpdateUserPreference", { preferenceId: 9, value: "4" })
  return person
}
const supporter = async (displayName: string) => {
  const person = await payer(displayName)
  await callAs(person, "Channel/Subscribe", { channelCode, msf: "10", autoRenew: true })
  return person
}
const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await enter(page.context(), library.site, person)
  return page
}

describe("the page about supporters", () => {
  it("shows a creator who joined and left, why, churn and cohorts, without scripts", async () => {
    const empty = await openAs(creator, { javaScriptEnabled: false })
    await empty.goto(SUPPORTERS)
    await empty.getByText("Nobody joined or left in this period.").waitFor()
    await empty.context().close()

    await supporter("Nils Berg")
    const leaver = await supporter("Ada Holm")
    await callAs(leaver, "Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true })
    const page = await openAs(creator, { javaScriptEnabled: false })
    await expect
      .poll(async () => {
        await page.goto("/writers/managechannel")
        await page.getByRole("link", { name: "Joined and left" }).click()
        return page.getByText("Cancelled with a refund").count()
      })
      .toBe(2)
    await page.getByRole("listitem").filter({ hasText: "Nils Berg" }).getByText("Subscribed").waitFor()
    const left = page.getByRole("listitem").filter({ hasText: "Ada Holm" })
    await left.getByText("Left · Cancelled with a refund").waitFor()
    const row = page.getByRole("row", { name: /^Subscribers/ })
    expect(await row.getByRole("cell").allTextContents()).toEqual(["2", "1"])
    await page.getByRole("region", { name: "Churn" }).getByRole("row").nth(1).waitFor()
    await page.getByRole("region", { name: "How long people stay" }).getByRole("row").nth(1).waitFor()
    await page.getByRole("link", { name: "Last 365 days" }).click()
    await page.waitForURL("**/writers/supporters?days=365")
    await page.getByText("Nils Berg").waitFor()
  })

  it("counts how often a locked post led to a subscription, and not for guests", async () => {
    const own = await library.site.person({ displayName: "Bo Falk", hasUserName: true })
    await makeCreator(library.site.databaseUrl, own, { subject: "Low Water" })
    const made = (await callAs(own, "Feed/createContent", {
      ...{ title: "At the quay", preview: "Open.", gated: "Closed.", levelId: 2 },
      ...{ languageCode: "EN", contentStatusId: 3 },
    })) as { readonly content: { readonly link: string } }
    const { link } = made.content
    const figures = await openAs(own, { javaScriptEnabled: false })
    const section = figures.getByRole("region", { name: "From a locked post to a subscription" })
    const shown = async () => {
      await figures.goto(SUPPORTERS)
      return section.getByRole("definition").allTextContents()
    }
    const { page: guest } = await openPage(browser, { baseURL: library.site.origin })
    for (let count = 0; count < 5; count++) await guest.goto(link)
    await guest.context().close()
    const page = await openAs(await payer("Lea Strand"), { javaScriptEnabled: false })
    for (let count = 0; count < 4; count++) await page.goto(link)
    await figures.goto(SUPPORTERS)
    await section.getByText("Fewer than five locked posts were shown in this period.").waitFor()
    await page.goto(link)
    await expect.poll(shown).toEqual(["5", "0", "0"])
    await page.getByRole("link", { name: "Subscribe", exact: true }).click()
    await page.getByRole("button", { name: "Subscribe", exact: true }).click()
    await page.getByRole("heading", { name: "At the quay" }).waitFor()
    await expect.poll(shown).toEqual(["5", "1", "1"])
    await section.getByText("20% of locked posts led to a subscription.").waitFor()
    const rows = await ledger.sql`select * from subscriptions.preview_day limit 1`
    expect(Object.keys(rows[0] ?? {})).toEqual(["channel_id", "day", "shown", "opened", "subscribed"])
  })

  it("fits every width in every language, without accessibility problems", async () => {
    for (const locale of LOCALES)
      for (const width of Object.values(WIDTHS)) {
        const page = await openAs(creator, { locale, viewport: { width, height: 800 } })
        await page.goto(SUPPORTERS)
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
        if (width === WIDTHS.phone) expect(await accessibilityProblems(page)).toEqual([])
        await page.context().close()
      }
  })

  it("leads people who are not creators to their application", async () => {
    const page = await openAs(await library.site.person({ hasUserName: true }))
    await page.goto(SUPPORTERS)
    await page.waitForURL("**/writers/managechannel")
  })
})
