import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { LOCALES, translator } from "../src/i18n/index.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"
import { comesToShow, joinConsole, plan, sign } from "./lib/operatorSteps.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const call = async (name: string, body: object, person: TestPerson) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
  const answer = await fetch(`${site.origin}/api/Feed/${name}`, { method: "POST", headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { readonly data: Readonly<Record<string, Readonly<Record<string, string>>>> }).data
}
const report = async (page: Page, path: string, reason: string) => {
  await page.goto(path)
  await page.getByText("Report", { exact: true }).click()
  await page.getByLabel("What is wrong with it?").fill(reason)
  await page.getByRole("button", { name: "Send report" }).click()
  await page.getByText(/^Thanks\./).waitFor()
}
const carryOut = async (
  page: Page,
  address: string,
  operation: string,
  fields: Readonly<Record<string, string>> = {},
) => {
  await page.goto(address)
  const link = await page.getByRole("link", { name: operation, exact: true }).getAttribute("href")
  await plan(page, link ?? "", fields)
  await sign(page)
  await page.getByText(/^Carried out by/).waitFor()
}
const reasons = {
  ...{ "Based on": "terms", "Law or clause": "4.2", "Review the measure": "90" },
  "Facts, for the person who wrote it": "It threatens people.",
}
const status = async (path: string) => (await fetch(site.origin + path, { redirect: "follow" })).status
/** Each path answers 451 in every language. */
const answers451 = async (paths: ReadonlyArray<string>) => {
  for (const path of paths) await expect.poll(() => status(path)).toBe(451)
  for (const locale of LOCALES) {
    const { page } = await openPage(browser, { baseURL: site.origin, locale, width: WIDTHS.phone })
    await page.goto(paths[0] ?? "")
    await page.getByRole("heading", { level: 1, name: translator(locale)("withheld.title") }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    expect(await accessibilityProblems(page)).toEqual([])
  }
}

it("a channel and an uploaded article are reported without scripts, taken down, appealed and restored", {
  tags: ["long"],
  timeout: 240_000,
}, async () => {
  const [creator, author, reporter] = [
    await site.person({ displayName: "Ida Roth" }),
    await site.person({ displayName: "Ivo Brandt" }),
    await site.person(),
  ]
  const { channelCode } = await makeCreator(site.databaseUrl, creator, { subject: "Cold Harbours" })
  const post = await call("createContent", { title: "Slack", preview: "Still water.", contentStatusId: 3 }, creator)
  const [channelPath, postPath] = [`/user/${channelCode}`, post["content"]?.["link"] ?? ""]
  await makeCreator(site.databaseUrl, author, { subject: "Weirs" })
  const { news } = await call("UploadLongNews", { title: "Weir", content: "<p>They will pay.</p>" }, author)
  const newsPath = `/newsfeeds/newsdetail?id=${news?.["id"]}`

  const { page: reading } = await openPage(browser, {
    ...{ baseURL: site.origin, javaScriptEnabled: false, width: WIDTHS.phone },
  })
  await comesToShow(reading, channelPath, reading.getByText("Report", { exact: true }))
  await report(reading, channelPath, "It threatens people")
  await enter(reading.context(), site, reporter)
  await report(reading, newsPath, "A threat")

  const moderator = await joinConsole(browser, site, "Lea", ["moderator"])
  const caseOf = async (code: string, kind: string) => {
    const queued = moderator.locator("tr", { hasText: code }).getByRole("link", { name: kind, exact: true })
    await comesToShow(moderator, "/moderation", queued)
    return (await queued.first().getAttribute("href")) ?? ""
  }
  const channelCase = await caseOf(creator.userCode, "Channel")
  const newsCase = await caseOf(author.userCode, "Post")
  await moderator.goto(channelCase)
  await moderator.getByText("Cold Harbours").waitFor()
  expect(await moderator.getByRole("link", { name: channelPath }).count()).toBe(1)
  await carryOut(moderator, channelCase, "Take down", reasons)
  await moderator.getByText("nothing new can be published in it").waitFor()
  await carryOut(moderator, newsCase, "Take down", reasons)
  await answers451([channelPath, postPath, `/channel/detail?code=${channelCode}`])
  await answers451([newsPath])
  expect(await status(`/feeds/channel/${channelCode}/posts.rss`)).toBe(451)

  const { page: own } = await openPage(browser, { baseURL: site.origin, width: WIDTHS.phone })
  await enter(own.context(), site, creator)
  await own.goto("/writers/managechannel")
  await own.getByText("Our moderators took this channel down.").waitFor()
  await own.getByRole("link", { name: "Read the reasons" }).click()
  await own.getByRole("link", { name: "Your channel" }).click()
  await own.getByText("It threatens people.").waitFor()
  await own.getByLabel("Why is the decision wrong?").fill("It is about the sea.")
  await own.getByRole("button", { name: "Send appeal" }).click()
  await own.getByText("Waiting for a decision.").waitFor()

  const second = await joinConsole(browser, site, "Noah", ["moderator"])
  const granted = { Decision: "granted", "Answer to the person": "So it is." }
  await carryOut(second, channelCase, "Decide the appeal", granted)
  await carryOut(second, newsCase, "Restore")
  for (const path of [channelPath, postPath, newsPath]) await expect.poll(() => status(path)).toBe(200)
})
