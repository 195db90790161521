/** @module-tag long */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { FollowableFeed } from "#contract/follows"
import { makeAuthenticator } from "../core/accounts/testing/authenticator.ts"
import { type Locale, translator } from "../src/i18n/index.ts"
import {
  hourly,
  launchBrowser,
  notedFollows,
  notice,
  openPage,
  readMail,
  sharedLibrary,
  type TestLibrary,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let feed: FollowableFeed

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  feed = await library.add("Alpha", hourly("Alpha", 3))
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const PASSWORD = "a sentence about harbours"
const LOCALES: ReadonlyArray<readonly [Locale, string]> = [
  ["en", "en-US"],
  ["de", "de-DE"],
  ["zh-Hans", "zh-CN"],
]
/** Up to 30 seconds may pass until the authenticator shows its next code. */
const STORY_MS_MAX = 120_000
const member = (page: Page) => page.evaluate(() => document.documentElement.dataset["member"] ?? "")

for (const [lang, locale] of LOCALES)
  it(`[S1-008] in ${lang}: from a guest's first follow over an account with two steps to leaving it`, {
    timeout: STORY_MS_MAX,
  }, async () => {
    const t = translator(lang)
    const { site } = library
    const open = async () => {
      const { page, problems } = await openPage(browser, { baseURL: site.origin, locale })
      await page.addInitScript(() => {
        localStorage.setItem("quire:welcome", '{"showedWelcome":true}')
        localStorage.setItem("quire:intro", '{"shown":9}')
      })
      return { page, problems }
    }
    const email = `reader-${lang.toLowerCase()}@example.org`
    const { page, problems } = await open()

    await page.goto(`/detail/${feed.feedId}`)
    await page.locator(`main [data-follow="${feed.feedId}"]`).first().click()
    const first = page.getByRole("dialog", { name: t("first.title") })
    await first.getByRole("button", { name: t("first.later") }).click()
    await expect.poll(() => notedFollows(page)).toEqual(["Alpha"])

    await page.goto("/signup/noinvite")
    await page.locator("input[name=email]").fill(email)
    await page.locator("input[name=password]").fill(PASSWORD)
    await page.locator("form:has(input[name=password]) button[type=submit]").click()
    await page.goto((await readMail(site, email, "activation")).link)
    await page.locator("main form button[type=submit]").first().click()

    const preset = page.locator("dialog:has(input[name=displayName])")
    await preset.locator("input[name=displayName]").fill("Ada Brandt")
    await preset.locator("label.chip").first().click()
    await preset.locator("[data-ok]").click()
    await preset.waitFor({ state: "detached" })

    const merge = page.getByRole("dialog", { name: t("first.merge.title") })
    await merge.getByRole("button", { name: t("first.merge.yes") }).click()
    await expect.poll(() => notedFollows(page)).toEqual([])

    // A second browser gets the follows of the first, and shows the group as it is created.
    const { page: second } = await open()
    await second.goto("/signin")
    await second.locator("input[name=email]").fill(email)
    await second.locator("input[name=password]").fill(PASSWORD)
    await second.locator("button[name=do][value=password]").click()
    await second.waitForURL(`${site.origin}/newsfeeds`)
    await second.goto("/newsfeeds/follows")
    await second.locator("main").getByRole("link", { name: "Alpha" }).waitFor()
    await page.goto("/newsfeeds/follows")
    await page.locator("main form:has(input[name=name]) input[name=name]").first().fill("Harbours")
    await page.keyboard.press("Enter")
    await second.getByRole("region", { name: "Harbours" }).waitFor()

    await page.goto("/twofa/true")
    const phone = makeAuthenticator((await page.locator("[data-secret]").textContent())?.trim() ?? "")
    await page.getByRole("button", { name: t("twoStep.next") }).click()
    await page.locator("input[name=code]").fill(await phone.next())
    await page.locator("button[name=do][value=enrol]").click()
    const recovery = (await page.locator("[data-recovery-codes] li").first().textContent())?.trim() ?? ""

    await page.goto("/")
    expect(problems).toEqual([])
    await page.locator("[data-member-menu]").hover()
    await page
      .locator("[data-member-menu]")
      .getByRole("button", { name: t("menu.signOut") })
      .click()
    await notice(page, t("notice.loggedOut")).waitFor()
    await page.goto("/signin")
    await page.locator("input[name=email]").fill(email)
    await page.locator("input[name=password]").fill(PASSWORD)
    await page.locator("button[name=do][value=password]").click()
    await page.waitForURL(/\/twofa/)
    expect(await member(page)).toBe("")
    // The authenticator's next code takes up to 30 seconds, so only one language waits for it.
    await page.locator("input[name=code]").fill(lang === "en" ? await phone.next() : recovery)
    await page.locator("button[value=verify]").click()
    await expect.poll(() => member(page)).toMatch(/^QI/)

    await page.goto("/settings/account")
    await page.locator("#delete input[name=password]").fill(PASSWORD)
    await page.locator("#delete button[value=delete]").click()
    await expect.poll(() => member(page)).toBe("")
    await second.goto("/newsfeeds/follows")
    expect(await member(second)).toBe("")
    // On a busy machine a page may still request a session that has just ended.
    expect(problems.filter((each) => !/^Failed to load resource: .* status of 40[14] /.test(each))).toEqual([])
  })
