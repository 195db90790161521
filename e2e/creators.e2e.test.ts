import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Applications } from "#core/channels"
import { channelFeedId } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { openPeople, type TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { LOCALES } from "../src/i18n/locales.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

const DASHBOARD = "/writers/managechannel"
const SETTINGS = "/writers/settings"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
/** Approves or rejects an application as an operator does. */
const decide = async ({ personId }: TestPerson, isApproved: boolean) => {
  const people = openPeople({ url: site.databaseUrl })
  const decided = Effect.gen(function* () {
    const applications = yield* Applications
    const position = isApproved
      ? (yield* applications.approve(personId, "operator:test")).position
      : yield* applications.reject(personId, "operator:test", "incomplete", "Which page?")
    for (const name of ["applications", "accounts", "channels"]) yield* waitFor(name, position, 20_000)
  })
  await people.run(Effect.orDie(decided).pipe(Effect.provide(Applications.layer)))
  await people.close()
}

describe("the application to become a creator", () => {
  for (const javaScriptEnabled of [true, false])
    it(`is saved, corrected, sent, rejected and approved (scripts: ${javaScriptEnabled}) [S1-013] [S2-016] [S2-060]`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const person = await site.person({ displayName: "Mara Voss" })
      const page = await openAs(person, { javaScriptEnabled })
      await page.goto(DASHBOARD)
      await page.getByRole("heading", { level: 1, name: "Become a creator" }).waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])

      await page.getByLabel("Name of your channel").fill("Harbour Notes")
      await page.getByRole("button", { name: "Save draft" }).click()
      await page.getByText("Draft", { exact: true }).waitFor()

      await page.getByRole("button", { name: "Send application" }).click()
      await page.locator("#about-problem").waitFor()
      expect(await page.getByLabel("Name of your channel").inputValue()).toBe("Harbour Notes")
      await page.getByLabel("What do you publish?").fill("Weekly essays about small ports.")
      await page.getByLabel("Where do you publish today?").fill("https://harbour.example/")
      await page.getByRole("checkbox", { name: "English" }).check()
      await page.getByRole("button", { name: "Send application" }).click()
      await page.getByText("Submitted", { exact: true }).waitFor()

      await decide(person, false)
      await page.goto(DASHBOARD)
      await page.getByText("Rejected", { exact: true }).waitFor()
      await page.getByText("Which page?").waitFor()
      await page.getByRole("button", { name: "Send application" }).click()
      await page.getByText("Submitted", { exact: true }).waitFor()

      await decide(person, true)
      await page.goto(DASHBOARD)
      await page.getByRole("heading", { level: 1, name: "Creator dashboard" }).waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    })

  it("can be withdrawn", async () => {
    const page = await openAs(await site.person())
    await page.goto(DASHBOARD)
    await page.getByLabel("Name of your channel").fill("Harbour Notes")
    await page.getByRole("button", { name: "Save draft" }).click()
    await page.getByRole("button", { name: "Withdraw application" }).click()
    await page.getByText("Withdrawn", { exact: true }).waitFor()
  })

  it("sends guests to sign-in [S2-015] [S2-016]", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin })
    await page.goto(DASHBOARD)
    expect(new URL(page.url()).pathname).toBe("/signin")
  })

  for (const locale of LOCALES)
    it(`and the dashboard are complete in ${locale}, and not too wide on a phone`, {
      tags: locale === "de" ? [] : ["long"],
    }, async () => {
      const person = await site.person({ locale })
      const page = await openAs(person, { width: WIDTHS.phone, locale })
      const check = async (path: string) => {
        await page.goto(path)
        expect(await page.locator("html").getAttribute("lang")).toBe(locale)
        expect(await page.locator("main").textContent()).not.toMatch(/creators\.\w/)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
      }
      await check(DASHBOARD)
      await makeCreator(site.databaseUrl, person)
      await check(DASHBOARD)
      await check(SETTINGS)
    })
})

describe("the dashboard of a creator", () => {
  it("changes the channel, its picture, visibility and sub-channels, and its page shows them", async () => {
    const person = await site.person({ displayName: "Mara Voss" })
    const { channelCode } = await makeCreator(site.databaseUrl, person, { subject: "Ports of Call" })
    const page = await openAs(person)
    await page.goto(DASHBOARD)
    await page.getByRole("link", { name: "Describe your channel" }).click()
    await page.getByLabel("About the channel").fill("Essays about ports.")
    await page.getByLabel("Tags").fill("Ports, Sea")
    await page.locator("#profile").getByRole("button", { name: "Save" }).click()
    await notice(page, "Saved").waitFor()
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#b3261e" } })
      .png()
      .toBuffer()
    await page.getByLabel("Icon").setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: red })
    await page.locator("#pictures").getByRole("button", { name: "Upload" }).first().click()
    await page.locator("#pictures img").waitFor()
    await page.getByLabel("Name of the sub-channel").fill("Häfen")
    await page.getByRole("button", { name: "Open sub-channel" }).click()
    await page.locator("#subs").getByRole("link", { name: "Häfen" }).click()
    await page.getByRole("heading", { level: 1, name: "Häfen" }).waitFor()
    await page.getByRole("link", { name: "Ports of Call" }).click()
    await page.getByRole("heading", { level: 1, name: "Ports of Call" }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/user/${channelCode}`)
    await page.getByText("Essays about ports.").waitFor()
    expect(await page.getByRole("link", { name: "#sea" }).count()).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("is followed like any feed: its page leads to the channel, and other programs get the address of its posts", async () => {
    const person = await site.person({ displayName: "Mara Voss" })
    const { channelId, channelCode } = await makeCreator(site.databaseUrl, person, { subject: "Ports of Call" })
    const feedId = channelFeedId(channelId)
    const cookie = `quire_follows=${encodeURIComponent(`=${feedId}`)}`

    const address = `${site.origin}/feeds/channel/${channelCode}/posts.rss`
    const list = async () => (await fetch(`${site.origin}/guest/opml`, { headers: { cookie } })).text()
    await expect.poll(list).toContain(`xmlUrl="${address}"`)
    expect(await list()).toContain(`htmlUrl="${site.origin}/user/${channelCode}"`)
    expect((await fetch(address)).status).toBe(200)

    const page = await (await fetch(`${site.origin}/detail/${feedId}`)).text()
    expect(page).toMatch(new RegExp(`href="/user/${channelCode}"[^>]*>\\s*Visit the channel`))
    // It is not fetched.
    expect(page).not.toContain("Not checked yet")
  })

  it("leads from old addresses of settings to their own page, and keeps what an old page sends", async () => {
    const person = await site.person()
    await makeCreator(site.databaseUrl, person)
    const page = await openAs(person, { javaScriptEnabled: false })
    await page.goto(`${DASHBOARD}#offer`)
    await page.locator("#offer").getByRole("link").click()
    await page.getByLabel("Monthly price").waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${SETTINGS}#offer`)

    const form = { do: "trial", days: "9" }
    await page.request.post(DASHBOARD, { form, headers: { origin: site.origin } })
    await page.goto(SETTINGS)
    expect(await page.getByLabel("Trial length in days").inputValue()).toBe("9")
  })

  it("sends people who are no creators from the settings to the application", async () => {
    const page = await openAs(await site.person())
    await page.goto(SETTINGS)
    await page.getByRole("heading", { level: 1, name: "Become a creator" }).waitFor()
  })

  it("closes a channel with a successor", async () => {
    const [person, other] = [await site.person(), await site.person()]
    await makeCreator(site.databaseUrl, person, { subject: "Old Ports" })
    const next = await makeCreator(site.databaseUrl, other, { subject: "New Ports" })
    const page = await openAs(person)
    await page.goto(SETTINGS)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.locator("#userChannelStatusId").selectOption({ label: "Closed" })
    await page.getByLabel("Code of the channel to recommend instead").fill(next.channelCode)
    await page.locator("#status").getByRole("button", { name: "Save" }).click()
    await notice(page, "Saved").waitFor()
    await page.goto(`/user/${person.userCode}`)
    await page.getByText("This channel is closed.").waitFor()
    await page.getByRole("link", { name: "New Ports" }).click()
    await page.getByRole("heading", { level: 1, name: "New Ports" }).waitFor()
  })
})

it("the profile of a creator has the channel code in its address, and links lead there [S6-011]", async () => {
  const [person, reader] = [await site.person({ displayName: "Zoe Quint" }), await site.person()]
  const { channelCode } = await makeCreator(site.databaseUrl, person)
  const page = await openAs(reader)
  await page.goto(`/user/${person.userCode}`)
  expect(new URL(page.url()).pathname).toBe(`/user/${channelCode}`)
  await page.goto("/searchuser?kw=Zoe+Quint")
  expect(
    await page
      .getByRole("link", { name: /Zoe Quint/ })
      .first()
      .getAttribute("href"),
  ).toBe(`/user/${channelCode}`)
})

it("a link invites somebody to apply, and its maker sees that they did [S7-096] [S7-097]", async () => {
  const [inviter, invited] = [await site.person(), await site.person()]
  const page = await openAs(inviter)
  await page.goto(DASHBOARD)
  await page.getByLabel("Who is it for? Only you see this.").fill("Lin")
  await page.getByRole("button", { name: "Create link" }).click()
  const url = await page.getByLabel("Invite creators: Lin").inputValue()
  const other = await openAs(invited)
  await other.goto(url)
  await other.getByLabel("Name of your channel").fill("Lin's Letters")
  await other.getByLabel("What do you publish?").fill("Weekly essays about small ports.")
  await other.getByRole("checkbox", { name: "English" }).check()
  await other.getByRole("button", { name: "Send application" }).click()
  await other.getByText("Submitted", { exact: true }).waitFor()
  await page.goto(DASHBOARD)
  await page.locator("#invites").getByText("Applied").waitFor()
  expect(await page.locator("#invites").getByText("Lin", { exact: true }).count()).toBe(1)
})
