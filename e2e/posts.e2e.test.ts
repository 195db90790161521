import { Effect, Layer } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Chats } from "#core/chat"
import { creatorsLayer } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { openPeople, type TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { LOCALES } from "../src/i18n/locales.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

let site: TestSite
let browser: Browser
let author: TestPerson
let channelCode: string

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  author = await site.person({ displayName: "Mara Voss" })
  ;({ channelCode } = await makeCreator(site.databaseUrl, author, { subject: "Ports of Call" }))
})
afterAll(() => browser?.close())

/** A word that stands only behind the level. */
const SECRET = "quicksilvered"
const text = {
  title: "What the pilots know",
  preview: "The harbour at **dawn**.\n\n| tide | time |\n|---|---|\n| high | 04:10 |",
  gated: `# Below\n\nOnly ${SECRET} water.`,
  levelId: 2,
  languageCode: "EN",
  tags: ["Harbours"],
  contentStatusId: 3,
}
type Made = { readonly id: string; readonly link: string }

const call = async (name: string, body: object): Promise<Made> => {
  const response = await fetch(`${site.origin}/api/Feed/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${author.token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: { content: Made } }).data.content
}
const grant = async (person: TestPerson, level: 2 | 3) => {
  const people = openPeople({ url: site.databaseUrl })
  const granted = Effect.gen(function* () {
    const chats = yield* Chats
    const { position } = yield* chats.grant({ creatorId: author.personId, personId: person.personId, level })
    yield* waitFor("chat", position, 20_000)
  })
  await people.run(Effect.orDie(granted).pipe(Effect.provide(Chats.layer.pipe(Layer.provide(creatorsLayer)))))
  await people.close()
}
const openAs = async (person: TestPerson | null, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  if (person !== null) await enter(page.context(), site, person)
  return page
}

describe("the page of a post", () => {
  for (const javaScriptEnabled of [true, false])
    it(`[S6-013] shows guests the preview and a block, and subscribers the rest (scripts: ${javaScriptEnabled})`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const { link } = await call("createContent", text)
      const guest = await openAs(null, { javaScriptEnabled })
      const answer = await guest.goto(link)
      expect(await answer?.allHeaders()).toMatchObject({ "cache-control": "private, no-store", vary: /cookie/i })
      await guest.getByRole("heading", { level: 1, name: text.title }).waitFor()
      await guest.getByRole("heading", { name: "More content required" }).waitFor()
      expect(await guest.locator("#article strong").textContent()).toBe("dawn")
      expect(await guest.content()).not.toContain(SECRET)
      const json = JSON.parse((await guest.locator('script[type="application/ld+json"]').textContent()) ?? "")
      expect(json).toMatchObject({ "@type": "Article", headline: text.title, isAccessibleForFree: false })
      expect(await guest.locator('meta[property="og:description"]').getAttribute("content")).toContain(
        "harbour at dawn",
      )
      if (javaScriptEnabled) expect(await accessibilityProblems(guest)).toEqual([])

      const subscriber = await site.person()
      await grant(subscriber, 2)
      const page = await openAs(subscriber, { javaScriptEnabled })
      await page.goto(link)
      await page.getByRole("heading", { name: "Below" }).waitFor()
      expect(await page.locator("main").textContent()).toContain(SECRET)
      expect(await page.getByText("More content required").count()).toBe(0)
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    })

  it("is found by the code after its title, by its id and by the item of lists", async () => {
    const { id, link } = await call("createContent", { ...text, title: "Found" })
    const page = await openAs(null)
    for (const path of [`/c/ports/found/${channelCode}`, `/c/${channelCode.toLowerCase()}/${id}`]) {
      await page.goto(path)
      await page.getByRole("heading", { level: 1, name: "Found" }).waitFor()
    }
    expect(new URL(page.url()).pathname).toBe(link)
    await page.goto(`/user/${channelCode}`)
    await page.getByRole("main").getByRole("link", { name: "Found" }).first().click()
    await page.waitForURL(`**${link}`)
  })

  it("of a draft is for its author alone", async () => {
    const { id } = await call("createContent", { ...text, title: "Unfinished", contentStatusId: 1 })
    const path = `/c/${channelCode}/${id}`
    const page = await openAs(author)
    await page.goto(path)
    await page.getByText("Draft. Only you can see this.").waitFor()
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex")
    const guest = await openAs(null)
    await guest.goto(path)
    expect(new URL(guest.url()).pathname).toBe("/")
  })

  it("of a scheduled, a hidden or a deleted post is not there for others, whatever the request", async () => {
    const title = "Not before its time"
    const scheduled = { dueAt: `${new Date().getUTCFullYear() + 1}-03-01T09:00`, timeZone: "UTC", contentStatusId: 2 }
    const due = await call("createContent", { ...text, title, ...scheduled, customTitle: "not-before" })
    const hidden = await call("createContent", { ...text, title, customTitle: "not-shown" })
    await call("UpdateContent", { contentId: hidden.id, contentStatusId: 4 } as never)
    const deleted = await call("createContent", { ...text, title, customTitle: "not-kept" })
    await fetch(`${site.origin}/api/Feed/DeleteContent`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${author.token}` },
      body: JSON.stringify({ contentId: deleted.id }),
    })
    const paths = [due, hidden, deleted].map(({ id }) => `/c/${channelCode}/${id}`)
    const slugs = ["not-before", "not-shown", "not-kept"].map((slug) => `/c/${channelCode}/${slug}/`)
    const stranger = await site.person()
    const asked: ReadonlyArray<RequestInit> = [
      {},
      { method: "HEAD" },
      { headers: { range: "bytes=0-9999" } },
      { headers: { accept: "application/json" } },
      { headers: { accept: "text/markdown" } },
      { headers: { cookie: `quire_session=${stranger.token}` } },
    ]
    for (const path of [...paths, ...slugs])
      for (const init of asked) {
        const answer = await fetch(site.origin + path, { redirect: "manual", ...init })
        const label = `${path} ${JSON.stringify(init)}`
        expect(answer.status, label).not.toBe(200)
        expect(answer.status, label).not.toBe(206)
        expect(`${await answer.text()}${JSON.stringify([...answer.headers])}`, label).not.toMatch(
          new RegExp(`${title}|${SECRET}|harbour at`),
        )
      }
  })

  for (const locale of LOCALES)
    it(`is complete in ${locale}, and not too wide on a phone`, { tags: locale === "de" ? [] : ["long"] }, async () => {
      const { link } = await call("createContent", {
        ...text,
        title: `Donaudampfschifffahrtsgesellschaftskapitän ${locale}`,
        everyoneDays: 30,
        series: "Harbours",
      })
      const page = await openAs(null, { width: WIDTHS.phone, locale })
      await page.goto(link)
      expect(await page.locator("html").getAttribute("lang")).toBe(locale)
      expect(await page.locator("main").textContent()).not.toMatch(/posts\.\w/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    })
})
