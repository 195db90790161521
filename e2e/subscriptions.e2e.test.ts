import { Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { PaydayProofs } from "#core/subscriptions"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../core/ledger/testing/ledgerKit.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedSite,
  type TestSite,
} from "./lib/index.ts"

let site: TestSite
let browser: Browser
let ledger: LedgerKit
let author: TestPerson
let channelCode: string
let postLink: string

/** A word that only subscribers may read. */
const SECRET = "gyroscopic"
/** A busy machine writes the first rates late. */
const STARTS_MS_MAX = 60_000
const PHONE = { viewport: { width: 375, height: 800 } }

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  ledger = await openLedger(site.databaseUrl)
  // A product that has just started has no rates yet.
  const rates = () => ledger.sql`select from read.rate where asset_type_id = 1 and base_asset_type_id = 4`
  expect(await waitUntil(async () => (await rates()).length === 1, STARTS_MS_MAX)).toBe(true)
  author = await site.person({ displayName: "Ines Brandt", hasUserName: true })
  ;({ channelCode } = await makeCreator(site.databaseUrl, author, { subject: "Slow Rivers" }))
  const answer = await callAs(author, "Feed/createContent", {
    ...{ title: "Where the water goes", preview: "Upstream.", gated: `Only ${SECRET} eddies.`, levelId: 2 },
    ...{ languageCode: "EN", contentStatusId: 3 },
  })
  postLink = (answer as { readonly content: { readonly link: string } }).content.link
})
afterAll(async () => {
  await ledger?.close()
  await browser?.close()
})

const callAs = async ({ token }: TestPerson, name: string, body: object): Promise<unknown> => {
  const response = await fetch(`${site.origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly data: unknown }).data
}
/** A person with coins and a base currency. */
const payer = async (hasCurrency = true) => {
  const person = await site.person({ hasUserName: true })
  await ledger.deposit(person.personId, 1_000_000n)
  if (hasCurrency) await callAs(person, "UserPreference/UpdateUserPreference", { preferenceId: 9, value: "4" })
  return person
}
const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
const subscribe = (person: TestPerson) =>
  callAs(person, "Channel/Subscribe", { channelCode, msf: "10", autoRenew: true })
/** Proves what was paid out, as the worker does every hour. */
const provePaydays = () =>
  Effect.runPromise(
    Effect.scoped(
      PaydayProofs.use(({ prove }) => prove).pipe(
        Effect.provide(
          PaydayProofs.layer.pipe(
            Layer.provide(PostgresEventStore),
            Layer.provide([Hints.layerSilent, Sealing.layerMemory]),
            Layer.provide(Sql.layer(site.databaseUrl)),
          ),
        ),
      ),
    ),
  )
const article = (page: Page) => page.locator("#article").textContent()

describe("subscribing", () => {
  it.each([false, true])(
    "[S6-012] [S1-012] leads from a closed post to the fee, and back to the open post (scripts: %s)",
    async (javaScriptEnabled) => {
      const page = await openAs(await payer(), { javaScriptEnabled })
      await page.goto(postLink)
      await page.getByRole("heading", { name: "More content required" }).waitFor()
      expect(await page.content()).not.toContain(SECRET)
      await page.getByRole("link", { name: "Subscribe", exact: true }).click()
      await page.getByRole("heading", { name: "Subscribe to Slow Rivers" }).waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.getByLabel("Monthly fee in USD").inputValue()).toBe("10")
      await page.getByLabel("Monthly fee in USD").fill("0.50")
      await page.getByRole("button", { name: "Subscribe", exact: true }).click()
      await page.getByText("The monthly fee must be at least 1.00.").waitFor()
      await page.getByLabel("Monthly fee in USD").fill("12.50")
      await page.getByRole("button", { name: "Subscribe", exact: true }).click()
      await page.getByRole("heading", { name: "Where the water goes" }).waitFor()
      expect(new URL(page.url()).pathname).toBe(new URL(postLink, site.origin).pathname)
      expect(await article(page)).toContain(SECRET)
      if (javaScriptEnabled) await notice(page, "You’re subscribed.").waitFor()
      await page.context().close()
    },
  )

  it("[S2-023] asks for the base currency first, and guests for their sign-in", async () => {
    const page = await openAs(await payer(false))
    await page.goto("/subscriptions")
    await page.getByRole("dialog", { name: "Choose your base currency" }).waitFor()
    await page.context().close()
    const { page: guest } = await openPage(browser, { baseURL: site.origin })
    await guest.goto("/subscriptions")
    await guest.getByRole("heading", { name: "Sign In" }).waitFor()
    expect(new URL(guest.url()).pathname).toBe("/subscriptions")
    await guest.context().close()
  })
})

describe("a gift", () => {
  it("is paid at a channel and claimed by its link, without scripts [S7-064]", async () => {
    const [creator, giver] = [await site.person({ displayName: "Leo Voss" }), await payer()]
    const made = await makeCreator(site.databaseUrl, creator, { subject: "Glass Harbours" })
    const page = await openAs(giver, { javaScriptEnabled: false, ...PHONE })
    await page.goto(`/user/${made.channelCode}`)
    await page.getByRole("link", { name: "Give as a gift" }).click()
    await page.getByRole("heading", { name: "Give a subscription to Glass Harbours" }).waitFor()
    await page.getByLabel("Monthly fee in USD").fill("0.50")
    await page.getByRole("button", { name: "Pay for the gift" }).click()
    await page.getByText("The monthly fee must be at least 1.00.").waitFor()
    await page.getByLabel("Monthly fee in USD").fill("5")
    await page.getByLabel("Pay for").selectOption("3")
    await page.getByRole("button", { name: "Pay for the gift" }).click()
    await page.getByText(/Not claimed yet/).waitFor()
    const link = await page.getByLabel("Send this link to one person").inputValue()
    await page.context().close()

    const reader = await openAs(await payer(), { javaScriptEnabled: false, ...PHONE })
    await reader.goto(link)
    await reader.getByText("A subscription to Glass Harbours for 3 months.").waitFor()
    await reader.getByRole("button", { name: "Claim the gift" }).click()
    await reader.getByRole("heading", { name: "Glass Harbours" }).waitFor()
    await reader.goto("/subscriptions/gifts")
    await reader.getByRole("heading", { name: "Gifts you claimed" }).waitFor()
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await reader.goto(link)
    await reader.getByText("This gift has already been claimed.").waitFor()
    await reader.context().close()
  })
})

describe("free access", () => {
  it("is a trial that readers begin at the channel, and access that its creator gives [S7-064]", {
    tags: ["long"],
  }, async () => {
    const [creator, guest] = [await site.person({ displayName: "Ada Kern" }), await payer()]
    const made = await makeCreator(site.databaseUrl, creator, { subject: "Tin Roofs" })
    const desk = await openAs(creator, { javaScriptEnabled: false })
    await desk.goto("/writers/settings")
    const free = desk.locator("#free")
    await free.getByLabel("Trial length in days").fill("31")
    await free.getByRole("button", { name: "Save" }).click()
    await free.getByText("A trial can last at most 30 days.").waitFor()
    await free.getByLabel("Trial length in days").fill("14")
    await free.getByRole("button", { name: "Save" }).click()
    await free.getByLabel("User code").fill(guest.userCode)
    await free.getByLabel("Level").selectOption("3")
    await free.getByRole("button", { name: "Give access" }).click()
    await free.getByText("1 person has free access").waitFor()
    expect(await free.getByLabel("Trial length in days").inputValue()).toBe("14")
    await desk.context().close()

    const given = await openAs(guest, { javaScriptEnabled: false })
    await given.goto("/subscriptions")
    await given
      .locator("#free")
      .getByText(/Complimentary\s*·\s*Premium\s*·\s*No end date/)
      .waitFor()
    await given.context().close()

    const page = await openAs(await payer(), { javaScriptEnabled: false, ...PHONE })
    await page.goto(`/user/${made.channelCode}`)
    await page.getByRole("link", { name: "Try it free for 14 days" }).click()
    await page.getByRole("button", { name: "Start the 14-day trial" }).click()
    await page.getByRole("heading", { name: "Tin Roofs" }).waitFor()
    await page.goto("/subscriptions")
    await page.locator("#free").getByText("Trial").waitFor()
    await page.context().close()
  })
})

describe("premium", () => {
  it("opens premium posts when it is paid, and has a waiting list when its seats are taken", {
    tags: ["long"],
  }, async () => {
    const creator = await site.person({ displayName: "Mara Holt" })
    const made = await makeCreator(site.databaseUrl, creator, { subject: "Night Trains" })
    const content = { title: "The last sleeper", preview: "Platform nine.", gated: "Only vermilion carriages." }
    const answer = await callAs(creator, "Feed/createContent", {
      ...{ ...content, levelId: 3, languageCode: "EN", contentStatusId: 3 },
    })
    const { link } = (answer as { readonly content: { readonly link: string } }).content
    const desk = await openAs(creator)
    await desk.goto("/writers/settings")
    const offer = desk.locator("#offer")
    await offer.getByLabel("Monthly price").fill("5")
    await offer.getByLabel("Seats").fill("1")
    await offer.getByRole("button", { name: "Save" }).click()
    await desk.locator("#offer").getByText("1 of 1 seats left").waitFor()
    await desk.context().close()

    const page = await openAs(await payer(), { javaScriptEnabled: false, ...PHONE })
    await page.goto(`/user/${made.channelCode}`)
    await page.getByText(/^5(\.00)? USD a month/).waitFor()
    await page.getByRole("link", { name: "Become premium" }).click()
    await page.getByLabel("Monthly fee in USD").fill("10")
    expect(await page.getByRole("radio", { name: /Premium/ }).isChecked()).toBe(true)
    await page.getByRole("button", { name: "Subscribe", exact: true }).click()
    await page.goto(link)
    expect(await article(page)).toContain("vermilion")
    await page.goto("/subscriptions")
    await page.getByText(/Premium, 5(\.00)? USD a month, paid until/).waitFor()
    await page.context().close()

    const late = await openAs(await payer(), PHONE)
    await late.goto(`/user/${made.channelCode}`)
    await late.getByText("The only seat is taken").waitFor()
    await late.getByRole("button", { name: "Join the waiting list" }).click()
    await late.getByText("You’re number 1 on the waiting list").first().waitFor()
    expect(await accessibilityProblems(late)).toEqual([])
    await late.context().close()
  })
})

describe("a person with two subscriptions", () => {
  it("buys premium in the one that supports the channel", async () => {
    const creator = await site.person({ displayName: "Rosa Lind" })
    const made = await makeCreator(site.databaseUrl, creator, { subject: "Paper Boats" })
    await callAs(creator, "Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 10 })
    const person = await payer()
    await callAs(person, "Donation/AddSubscribeRule", {})
    await callAs(person, "Donation/AddSubscribeRule", { msf: "10" })
    const second = { ruleId: 2, channelCode: made.channelCode, msf: "10", autoRenew: true }
    await callAs(person, "Channel/Subscribe", second)
    const page = await openAs(person, { javaScriptEnabled: false, ...PHONE })
    // Without a rule in the address, the one that supports the channel is chosen.
    await page.goto(`/subscriptions?to=${made.channelCode}&level=3&back=%2Fsubscriptions`)
    const chosen = page.locator('[aria-current="true"]', { hasText: "Subscription 2" })
    await chosen.waitFor()
    await page.getByRole("link", { name: /^Subscription 1/ }).click()
    await page.locator('[aria-current="true"]', { hasText: "Subscription 1" }).waitFor()
    await page.goto("/subscriptions")
    await page.locator("#rule-2").getByRole("link", { name: "Become premium" }).click()
    await chosen.waitFor()
    await page.getByRole("button", { name: "Pay and become premium" }).click()
    await page
      .locator("#rule-2")
      .getByText(/Premium, 5(\.00)? USD a month, paid until/)
      .waitFor()
    await page.context().close()
  })
})

describe("the pages of subscriptions", () => {
  it("[S2-025] [S2-026] [S9-014] show rules, the equity cycle and payments, and cancel with a refund", async () => {
    const person = await payer()
    await subscribe(person)
    const page = await openAs(person, { javaScriptEnabled: false })
    await page.goto("/subscriptions")
    const rule = page.locator("#rule-1")
    await rule.getByRole("heading", { name: "10 USD a month" }).waitFor()
    expect(await rule.getByRole("row").nth(1).textContent()).toContain("Slow Rivers")
    const cards = page.getByRole("region", { name: "Levels" })
    for (const text of ["100 USD a month", "Limited to 500 people", "960 USD a year, 20% off"])
      expect(await cards.textContent()).toContain(text)
    await page.getByRole("link", { name: "Equity cycle" }).click()
    await page.getByRole("row", { name: /Slow Rivers .* BTC/ }).waitFor()
    await page.getByRole("row", { name: /Platform .* BTC/ }).waitFor()
    await page.getByRole("link", { name: "Next 12 months" }).click()
    await page.getByRole("row", { name: /Slow Rivers .* BTC/ }).waitFor()
    await page.getByRole("link", { name: "Payment Records" }).click()
    await page.getByText("Not yet paid out").waitFor()
    await page.getByRole("link", { name: "Subscriptions" }).first().click()
    await rule.getByRole("button", { name: "Cancel now" }).click()
    await rule.getByRole("button", { name: "Cancel and refund" }).click()
    await rule.getByText("Ended", { exact: true }).waitFor()
    await page.goto("/subscriptions/paymentrecords")
    await page.getByText("Partly refunded").waitFor()
    await page.getByText("Who got what").click()
    expect(await page.locator("details").textContent()).toMatch(/Slow Rivers.*BTC/s)
    await page.goto(postLink)
    expect(await page.content()).not.toContain(SECRET)
    await page.context().close()
  })

  it("verify receipts in the browser, of the payer and of the creator, and print them without the site around", {
    tags: ["long"],
  }, async () => {
    const person = await payer()
    await subscribe(person)
    await callAs(person, "Channel/UpdateSubscribe", { subscribeRuleStatusId: 4, isNow: true })
    await provePaydays()
    const page = await openAs(person)
    const verified = () => page.getByText("Verified: it matches the published proof.").waitFor()
    await page.goto("/subscriptions/paymentrecords")
    await page.getByRole("button", { name: "Verify" }).click()
    await verified()
    await page.getByRole("link", { name: "Receipt", exact: true }).click()
    await page.getByRole("row", { name: /Charged .* BTC/ }).waitFor()
    await page.getByRole("row", { name: /Slow Rivers .* BTC/ }).waitFor()
    await page.getByRole("button", { name: "Verify" }).click()
    await verified()
    expect(await accessibilityProblems(page)).toEqual([])
    // A receipt that somebody changed on its way is found.
    await page.route("**/receipt.json?*", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"units":"(\d+)"/, '"units":"9$1"') })
    })
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("It doesn’t match the published proof.").waitFor()
    await page.emulateMedia({ media: "print" })
    expect(await page.getByRole("banner").isVisible()).toBe(false)
    expect(await page.getByRole("row", { name: /Charged/ }).isVisible()).toBe(true)
    await page.context().close()

    const plain = await openAs(person, { javaScriptEnabled: false, ...PHONE, locale: "de-DE" })
    await plain.goto("/subscriptions/receipt?rule=1&cycle=1")
    await plain.getByRole("row", { name: /Abgebucht .* BTC/ }).waitFor()
    await plain.getByText("Die Prüfung läuft in Ihrem Browser").waitFor()
    expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    const isPdf = async (of: Page) => {
      const href = await of.getByRole("link", { name: /PDF/ }).first().getAttribute("href")
      const file = await of.request.get(href ?? "")
      return (await file.body()).subarray(0, 5).toString() === "%PDF-"
    }
    expect(await isPdf(plain)).toBe(true)
    await plain.context().close()

    const desk = await openAs(author)
    await desk.goto("/writers/paydays")
    await desk.getByRole("button", { name: "Verify" }).first().click()
    await desk.getByText("Verified: it matches the published proof.").waitFor()
    expect(await desk.content()).not.toContain(person.personId)
    expect(await isPdf(desk)).toBe(true)
    await desk.context().close()
    const { page: guest } = await openPage(browser, { baseURL: site.origin })
    await guest.goto("/paydays")
    await guest
      .getByText(/^Proof \d+$/)
      .first()
      .waitFor()
    await guest.context().close()
  })

  it("[S2-068] are in the drawer of phones, and have no accessibility problems in German", {
    tags: ["long"],
  }, async () => {
    const person = await payer()
    await subscribe(person)
    const page = await openAs(person, PHONE)
    await page.goto("/subscriptions")
    await page.getByRole("button", { name: "Menu" }).first().click()
    const menu = page.locator("#menu")
    for (const name of ["Deleted Feeds", "Equity cycle", "Payment Records"])
      await menu.getByRole("link", { name, exact: true }).waitFor()
    await page.context().close()
    const german = await openAs(person, { ...PHONE, locale: "de-DE" })
    for (const path of ["", "/equitycycle", "/rehearsal", "/gifts", "/paymentrecords", "/receipt?rule=1&cycle=1"]) {
      await german.goto(`/subscriptions${path}`)
      expect(await accessibilityProblems(german)).toEqual([])
      const width = await german.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(375)
    }
    await german.context().close()
  })

  it("[S4-005] [S3-033] [S4-008] leave the rules in local storage from sign-in to sign-out", async () => {
    const person = await payer()
    await subscribe(person)
    const page = await openAs(person)
    const stored = () => page.evaluate(() => localStorage.getItem("quire:subscriptions"))
    await page.goto("/")
    await expect.poll(stored).toContain(channelCode)
    const list = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
    await expect.poll(() => list("quire:subscribe-rule-statuses")).toContain("Cancelled")
    await expect.poll(() => list("quire:level-statuses")).toContain("Premium")
    await page.context().clearCookies()
    await page.goto("/")
    await expect.poll(stored).toBeNull()
    await page.context().close()
  })
})
