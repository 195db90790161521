import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AccountDeletion } from "#core/accounts"
import { Tokens } from "#core/newsletters"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  readMail,
  sharedSite,
  type TestSite,
} from "./lib/index.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
const outPathOf = ({ personId }: TestPerson, channelId: number | "digest") =>
  Effect.runSync(
    Tokens.use((tokens) => Effect.succeed(`/mail/out/${tokens.outTokenOf({ personId, channelId })}`)).pipe(
      Effect.provide(Tokens.layerOf(Buffer.from(TEST_MASTER_KEY, "hex"))),
    ),
  )
const joined = async (subject: string) => {
  const reader = await site.person()
  const channel = await makeCreator(site.databaseUrl, await site.person({ displayName: "Mara" }), { subject })
  const setting = (emailSettingId: number) => ({ channelCode: channel.channelCode, emailSettingId })
  const call = async (body: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${reader.token}` }
    const init = { method: "POST", headers, body: JSON.stringify(body) }
    const response = await fetch(`${site.origin}/api/Feed/UpdateEmailSetting`, init)
    const { data } = (await response.json()) as {
      data: { settings: ReadonlyArray<{ channelCode: string; emailSettingId: number }> }
    }
    return data.settings.find(({ channelCode }) => channelCode === channel.channelCode)?.emailSettingId
  }
  expect(await call(setting(2))).toBe(2)
  /** The setting now; a list that was left stays left. */
  const current = () => call({ emailSettingId: 3 })
  return { reader, channel, current }
}

describe("a newsletter is left", () => {
  const oneClick = "List-Unsubscribe=One-Click"
  const asMultipart = () => {
    const form = new FormData()
    form.set("List-Unsubscribe", "One-Click")
    return form
  }
  it.each([
    ["urlencoded", { body: oneClick, headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["multipart", { body: asMultipart() }],
    [
      "from another origin",
      { body: oneClick, headers: { origin: "https://mail.example", "sec-fetch-site": "cross-site" } },
    ],
    ["without a body", {}],
  ])("by one POST, %s, without a session: 200 and no redirect", async (_, init) => {
    const { reader, channel, current } = await joined("Left Notes")
    const response = await fetch(site.origin + outPathOf(reader, channel.channelId), {
      ...init,
      method: "POST",
      redirect: "manual",
    })
    expect(response.status).toBe(200)
    expect(response.headers.get("set-cookie")).toBeNull()
    await expect.poll(current).toBe(1)
  })

  it("by the button of a page, not by opening it, without scripts and in German", async () => {
    const { reader, channel, current } = await joined("Kept Notes")
    const path = outPathOf(reader, channel.channelId)
    for (const method of ["GET", "HEAD"]) expect((await fetch(site.origin + path, { method })).status).toBe(200)
    expect(await current()).toBe(3)
    const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false, locale: "de-DE" })
    await page.goto(path)
    await page.getByText("Neue Beiträge von Kept Notes nicht mehr per E-Mail erhalten?").waitFor()
    await page.getByRole("button", { name: "Abbestellen" }).click()
    await page.getByRole("heading", { name: "Sie sind abgemeldet" }).waitFor()
    await expect.poll(current).toBe(1)
  })

  it("from a digest of all channels", async () => {
    const { reader, current } = await joined("Digest Notes")
    expect(await current()).toBe(3)
    await fetch(site.origin + outPathOf(reader, "digest"), { method: "POST" })
    await expect.poll(current).toBe(1)
  })

  it("while codes to the same address still arrive", async () => {
    const { reader, channel, current } = await joined("Coded Notes")
    for (const of of [channel.channelId, "digest"] as const)
      await fetch(site.origin + outPathOf(reader, of), { method: "POST" })
    await expect.poll(current).toBe(1)
    const asked = await fetch(`${site.origin}/api/User/forgetpassword`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: reader.email }),
    })
    expect(asked.status).toBe(200)
    expect((await readMail(site, reader.email, "reset")).code).toMatch(/^\d{6}$/)
  })

  it("also after the account was deleted, and a token that nobody made changes nothing", async () => {
    const { reader, channel } = await joined("Deleted Notes")
    const people = openPeople({ url: site.databaseUrl })
    await people.run(AccountDeletion.use((deletion) => deletion.erase(reader.personId)))
    await people.close()
    const path = outPathOf(reader, channel.channelId)
    expect((await fetch(site.origin + path, { method: "POST" })).status).toBe(200)
    const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`
    for (const wrong of [forged, "/mail/out/x", `/mail/out/${"A".repeat(43)}`])
      expect((await fetch(site.origin + wrong, { method: "POST" })).status).toBe(404)
  })
})

describe("new posts by email", () => {
  for (const javaScriptEnabled of [true, false])
    it(`are chosen on a channel's page and in the settings (scripts: ${javaScriptEnabled}) [S7-107]`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const channel = await makeCreator(site.databaseUrl, await site.person(), { subject: "Chosen Notes" })
      const page = await openAs(await site.person(), { javaScriptEnabled })
      await page.goto(`/user/${channel.channelCode}`)
      const field = page.getByRole("combobox", { name: "Posts of Chosen Notes by email" })
      await field.selectOption("Every post")
      const box = page.getByRole("checkbox", { name: "Let Chosen Notes have my email address" })
      expect(await box.isChecked()).toBe(false)
      await box.check()
      await page.getByRole("region", { name: "New posts by email" }).getByRole("button", { name: "Save" }).click()
      if (javaScriptEnabled) await notice(page, "Saved")
      await expect.poll(() => field.inputValue()).toBe("2")
      await expect.poll(() => box.isChecked()).toBe(true)
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])

      await page.goto("/settings/account#newsletters")
      const section = page.getByRole("region", { name: "Newsletters" })
      await section.getByLabel("Chosen Notes", { exact: true }).selectOption("Weekly digest")
      await box.uncheck()
      await section.getByRole("button", { name: "Save: Chosen Notes" }).click()
      await page.waitForURL(/saved=newsletters/)
      await expect.poll(() => box.count()).toBe(0)
      expect(await section.getByLabel("Chosen Notes", { exact: true }).inputValue()).toBe("4")
      await section.getByRole("button", { name: "Stop all newsletters" }).click()
      await page.waitForURL(/saved=noNewsletters/)
      await section.getByText("No channel sends you email.").waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    })

  it("are offered to guests with a link to sign in", async () => {
    const channel = await makeCreator(site.databaseUrl, await site.person(), { subject: "Guest Notes" })
    const { page } = await openPage(browser, { baseURL: site.origin })
    await page.goto(`/user/${channel.channelCode}`)
    await page.getByRole("link", { name: "Sign in to get new posts by email" }).waitFor()
  })
})

describe("the mail report of a creator", () => {
  for (const javaScriptEnabled of [true, false])
    it(`shows a post whose mail is about to leave, and cancels it (scripts: ${javaScriptEnabled}) [S7-112] [S7-114]`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const creator = await site.person({ displayName: "Mara" })
      await makeCreator(site.databaseUrl, creator, { subject: "Reported Notes" })
      const headers = { "content-type": "application/json", authorization: `Bearer ${creator.token}` }
      const body = JSON.stringify({ title: "Tides", preview: "The harbour at dawn.", contentStatusId: 3 })
      await fetch(`${site.origin}/api/Feed/createContent`, { method: "POST", headers, body })
      const page = await openAs(creator, { javaScriptEnabled, viewport: { width: 375, height: 800 } })
      const report = page.getByRole("article").filter({ hasText: "Tides" })
      await expect
        .poll(async () => {
          await page.goto("/writers/mail")
          return report.count()
        }, POLL)
        .toBe(1)
      await report.getByText(/^Goes out at/).waitFor()
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      await report.getByRole("link", { name: "Tides" }).click()
      await page.getByRole("heading", { name: "Readers" }).waitFor()
      await page.getByText("Nobody here").waitFor()
      await page.getByRole("button", { name: "Cancel emails" }).click()
      await report.getByText("Cancelled", { exact: true }).waitFor()
      expect(await page.getByRole("button", { name: "Cancel emails" }).count()).toBe(0)
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
})

/** The worker follows the log. */
const POLL = { timeout: 20_000 }
