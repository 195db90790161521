import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../core/ledger/testing/ledgerKit.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  openPage,
  sharedLibrary,
  type TestLibrary,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let ledger: LedgerKit
let author: TestPerson
let channelCode: string
let postLink: string

/** A busy machine writes the first rates late. */
const STARTS_MS_MAX = 60_000
const PHONE = { viewport: { width: 375, height: 800 } }

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  const { site } = library
  ledger = await openLedger(site.databaseUrl)
  // A product that has just started has no rates yet.
  const rates = () => ledger.sql`select from read.rate where asset_type_id = 1 and base_asset_type_id = 4`
  expect(await waitUntil(async () => (await rates()).length === 1, STARTS_MS_MAX)).toBe(true)
  author = await site.person({ displayName: "Ines Brandt", hasUserName: true })
  ;({ channelCode } = await makeCreator(site.databaseUrl, author, { subject: "Slow Rivers" }))
  const answer = await callAs(author, "Feed/createContent", {
    ...{ title: "Where the water goes", preview: "Upstream.", languageCode: "EN", contentStatusId: 3 },
  })
  postLink = (answer as { readonly content: { readonly link: string } }).content.link
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
const payer = async () => {
  const person = await library.site.person({ hasUserName: true })
  await ledger.deposit(person.personId, 1_000_000n)
  await callAs(person, "UserPreference/UpdateUserPreference", { preferenceId: 9, value: "4" })
  return person
}
const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await enter(page.context(), library.site, person)
  return page
}
const isCut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

describe("sharing by reading time", () => {
  it("is measured in the browser while a post is read, reported as shares, and forgotten with local data", {
    tags: ["long"],
  }, async () => {
    const other = await library.site.person({ displayName: "Lev Amsel" })
    const made = await makeCreator(library.site.databaseUrl, other, { subject: "Salt Roads" })
    const person = await payer()
    await callAs(person, "Donation/AddCreatorToSubscribeRule", { channelCode: made.channelCode })
    await callAs(person, "Channel/Subscribe", { channelCode, msf: "10", autoRenew: true })
    const plain = await openAs(person, { javaScriptEnabled: false, ...PHONE, locale: "de-DE" })
    await plain.goto("/subscriptions")
    await plain.getByText("Nach Lesezeit aufteilen").first().click()
    await plain.getByText("Dafür ist JavaScript nötig").waitFor()
    expect(await plain.getByRole("button", { name: "Nach Lesezeit aufteilen" }).count()).toBe(0)
    await plain.context().close()

    const page = await openAs(person)
    await page.clock.install()
    await page.goto("/subscriptions")
    const section = page.locator("details", { hasText: "Share by reading time" })
    await section.getByText("Share by reading time").first().click()
    await section.getByRole("button", { name: "Share by reading time" }).click()
    await section.getByText("Nothing measured yet.").waitFor()
    await page.goto(postLink)
    const seconds = () =>
      page.evaluate(() => {
        const { hours = {} } = JSON.parse(localStorage.getItem("quire:reading-time") ?? "{}")
        return Object.values<Record<string, number>>(hours)
          .flatMap((hour) => Object.values(hour))
          .reduce((sum, each) => sum + each, 0)
      })
    await expect
      .poll(async () => {
        await page.clock.runFor("00:05")
        return seconds()
      })
      .toBeGreaterThan(0)
    for (let minute = 0; minute < 11; minute += 1) {
      await page.mouse.move(100 + minute, 300)
      await page.clock.runFor("01:00")
    }
    const read = await seconds()
    expect(read).toBeGreaterThanOrEqual(660)
    // Nobody reads while nothing moves.
    await page.clock.runFor("10:00")
    expect((await seconds()) - read).toBeLessThanOrEqual(90)
    await page.goto("/subscriptions")
    const row = section.getByRole("row", { name: /Slow Rivers/ })
    await row.getByText("70%").waitFor()
    expect(await row.textContent()).toMatch(/1[23] min.*70%.*by weight/s)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(postLink)
    await page.clock.runFor("00:10")
    const parts = async () =>
      (
        (await callAs(person, "Channel/LoadSubscribeRule", {})) as {
          rule: { reading: { parts: ReadonlyArray<object> } }
        }
      ).rule.reading.parts
    await expect.poll(parts).toEqual(
      expect.arrayContaining([
        { channelCode: made.channelCode, perMille: 300 },
        { channelCode, perMille: 700 },
      ]),
    )
    await page.goto("/subscriptions/equitycycle")
    await page.getByRole("row", { name: /Slow Rivers .* BTC/ }).waitFor()
    await page.goto("/subscriptions")
    await row.getByText("70%").nth(1).waitFor()
    await page.getByRole("cell", { name: "70% by reading time" }).waitFor()
    await section.getByRole("button", { name: "Delete reading times" }).click()
    await section.getByText("The reading times in this browser were deleted.").waitFor()
    await section.getByRole("button", { name: "Share by weights again" }).click()
    await expect.poll(parts).toEqual([])
    await page.context().close()
  })
})

describe("a pledge", () => {
  it("is made, changed and withdrawn without scripts on a phone, and shown in the rule [S7-064]", async () => {
    const feed = await library.add("Tides", hourly("Tide", 2))
    const person = await payer()
    await callAs(person, "Donation/AddSubscribeRule", { msf: "10" })
    const page = await openAs(person, { javaScriptEnabled: false, ...PHONE })
    await page.goto(`/detail/${feed.feedId}`)
    await page.getByRole("link", { name: "Pledge support" }).click()
    await page.getByRole("heading", { name: "Support Tides once its author joins" }).waitFor()
    const weight = page.getByLabel("Weight", { exact: true })
    await weight.fill("none")
    await page.getByRole("button", { name: "Pledge support" }).click()
    await page.getByText("Enter a whole number between 1 and 1,000.").first().waitFor()
    await weight.fill("3")
    await page.getByRole("button", { name: "Pledge support" }).click()
    await page.getByText(/Weight 3\s*·\s*1 person is waiting/).waitFor()
    expect(await isCut(page)).toBe(false)
    await page.goto("/subscriptions")
    await page.getByText("Pledged, not charged:").getByRole("link", { name: "Tides" }).click()
    expect(await weight.inputValue()).toBe("3")
    await page.goto("/subscriptions/pledges")
    await page.getByRole("button", { name: "Withdraw your pledge to Tides" }).click()
    await page.getByText("You haven’t pledged anything yet.").waitFor()
    await page.context().close()
  })
})

describe("passing on income", () => {
  it("is set and ended on the dashboard without scripts, and shown to who gets it", async () => {
    const [creator, editor] = [
      await library.site.person({ displayName: "Tove Lind", hasUserName: true }),
      await library.site.person({ displayName: "Kai Moor", hasUserName: true }),
    ]
    await makeCreator(library.site.databaseUrl, creator, { subject: "Loose Leaves" })
    const desk = await openAs(creator, { javaScriptEnabled: false, ...PHONE })
    await desk.goto("/writers/settings")
    const form = desk.locator("#forwards")
    const pass = async (userCode: string, part: string) => {
      await form.getByLabel("Recipient’s user code").fill(userCode)
      await form.getByLabel("Share in percent").fill(part)
      await form.getByRole("button", { name: "Pass on", exact: true }).click()
    }
    await pass(editor.userCode, "60")
    await form.getByText("Enter a share between 0.1 and 50 percent.").first().waitFor()
    await pass(creator.userCode, "10")
    await form.getByText("You can’t pass on income to yourself.").first().waitFor()
    await pass(editor.userCode, "12.5")
    await form.getByText("12.5%").waitFor()
    expect(await isCut(desk)).toBe(false)

    await callAs(editor, "UserPreference/UpdateUserPreference", { preferenceId: 9, value: "4" })
    const page = await openAs(editor, { javaScriptEnabled: false, ...PHONE })
    await page.goto("/subscriptions")
    await page.getByRole("link", { name: "1 creator passes on income to you" }).click()
    await page.getByText("Tove Lind passes on 12.5% of their subscription income to you.").waitFor()
    await expect
      .poll(async () => {
        await page.goto("/message")
        return page.getByText("Tove Lind passes on income to you").count()
      })
      .toBeGreaterThan(0)
    await page.context().close()

    await form.getByRole("button", { name: "Stop passing on to Kai Moor" }).click()
    await form.getByText("12.5%").waitFor({ state: "detached" })
    await desk.context().close()
  })
})
