import { createServer } from "node:http"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { caseIdOf, Moderation } from "#core/moderation"
import { openPeople } from "../core/accounts/testing/people.ts"
import {
  addFeed,
  enter,
  launchBrowser,
  listenForShared,
  openPage,
  sharedSite,
  type TestSite,
  uniquePath,
} from "./lib/index.ts"

const DESCRIPTION = "A letter from the river about everything that floats, and some things that do not. ".repeat(12)

const publisher = createServer((request, response) => {
  response.setHeader("content-type", "application/rss+xml")
  if (request.url?.endsWith("/refused.xml")) {
    if (refuses) return void response.writeHead(403).end()
    return void response.end(`<rss version="2.0"><channel><title>The refused one</title></channel></rss>`)
  }
  const tagged = /(Heather|Clover|Thyme)\.xml$/.exec(request.url ?? "")?.[1]
  if (tagged !== undefined)
    return void response.end(
      `<rss version="2.0"><channel><title>${tagged}</title><language>sk</language>
       <item><guid>${tagged}</guid><title>${tagged} in bloom</title><category>Apiary</category></item></channel></rss>`,
    )
  response.end(
    `<rss version="2.0"><channel><title>The long one</title><description>${DESCRIPTION}</description>
     <item><guid>1</guid><title>Only item</title><link>http://example.org/1</link></item></channel></rss>`,
  )
})

let refuses = false
let site: TestSite
let browser: Awaited<ReturnType<typeof launchBrowser>>
let feedId: string
let refusedId: string
let takenId: string
let heatherId: string

beforeAll(async () => {
  const base = `http://${await listenForShared(publisher)}${uniquePath()}`
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  feedId = (await addFeed(site, `${base}/feed.xml`)).feedId
  heatherId = (await addFeed(site, `${base}/Heather.xml`)).feedId
  for (const name of ["Clover", "Thyme"]) await addFeed(site, `${base}/${name}.xml`)
  refusedId = (await addFeed(site, `${base}/refused.xml`)).feedId
  takenId = (await addFeed(site, `${base}/taken.xml`)).feedId
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
  publisher.close()
})

it("[S2-091] a feed's long description is collapsed to 50 px and expands to at most 500 px, also without scripts", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site.origin}/detail/${feedId}`)
  const content = page.locator(".fold .content")
  const height = async () => (await content.boundingBox())?.height ?? 0
  expect(await height()).toBe(50)
  await page.locator(".fold label").click()
  await expect.poll(height).toBeGreaterThan(50)
  expect(await height()).toBeLessThanOrEqual(500)
  await page.locator(".fold label").click()
  await expect.poll(height).toBe(50)
  await page.context().close()
})

const SAID = {
  en: [
    "Unfortunately this link is not available, perhaps for legal reasons.",
    "blocks automated access",
    "HTTP 403",
    "What you can do",
    "block automated access",
    "Last success",
    "Next check",
  ],
  de: [
    "sperrt automatische Zugriffe",
    "Was Sie tun können",
    "sperren automatische Zugriffe",
    "Letzter Erfolg",
    "Nächste Prüfung",
  ],
  "zh-Hans": ["发布者的服务器阻止程序访问", "可以怎么做", "许多发布者会阻止程序访问", "上次成功", "下次检查"],
  "zh-Hant": ["發布者的伺服器阻擋程式存取", "可以怎麼做", "許多發布者會阻擋程式存取", "上次成功", "下次檢查"],
}

it("[S8-015] a feed's page says why it fails, how to fix it, and when it is checked next, in four languages", async () => {
  const pageIn = async (locale: string) => {
    const headers = { cookie: `quire_lang=${locale}` }
    return (await fetch(`${site.origin}/detail/${refusedId}`, { headers })).text()
  }
  const working = await pageIn("en")
  expect(working).toContain("Working. Last checked")
  expect(working).toContain("This feed has no items yet.")

  refuses = true
  const sql = connect(site.databaseUrl, { connectionsMax: 1 })
  await sql`update feeds.poll set next_check_at = now() where feed_id = ${refusedId}`
  await expect.poll(() => pageIn("en"), { timeout: 30_000 }).toContain("Not working right now")
  await sql.end()
  for (const [locale, texts] of Object.entries(SAID)) {
    const page = await pageIn(locale)
    for (const text of texts) expect(page).toContain(text)
  }
})

it("an article and a feed that operators took down answer 451, in lists and readers they are gone, and both come back", async () => {
  const people = openPeople({ url: site.databaseUrl })
  const moderate = <A>(use: (of: Moderation["Service"]) => Effect.Effect<A, unknown>) =>
    people.run(Effect.orDie(Moderation.use(use)).pipe(Effect.provide(Moderation.layer)))
  const reader = await people.make()
  const read = async (path: string, language = "en") => {
    const headers = { "accept-language": language }
    const answer = await fetch(site.origin + path, { headers, redirect: "manual" })
    return { status: answer.status, link: answer.headers.get("link"), text: await answer.text() }
  }
  const post = (name: string, body: object) =>
    fetch(`${site.origin}/api/Feed/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${reader.token}` },
      body: JSON.stringify(body),
    })
  const preview = (await (await post("PreviewFeed", { feedId: takenId })).json()) as {
    readonly data: { readonly items: ReadonlyArray<{ readonly id: string }> }
  }
  const itemId = preview.data.items[0]?.id ?? ""
  const [itemPath, feedPath] = [`/newsfeeds/newsdetail?id=${itemId}`, `/detail/${takenId}`]
  const rss = `/feeds/follows.rss?feeds=${takenId}`
  for (const path of [itemPath, feedPath]) expect((await read(path)).text).toContain("Report")
  expect((await read(rss)).text).toContain("Only item")

  for (const [kind, targetId, paths] of [
    ["item", itemId, [itemPath]],
    ["feed", takenId, [feedPath, itemPath]],
  ] as const) {
    expect((await post("ReportContent", { kind, id: targetId, reason: "A threat" })).status).toBe(200)
    const caseId = caseIdOf({ kind, targetId })
    const reasons = { ground: "law", reference: "Section 1", facts: "A threat.", reviewDays: 90 } as const
    await moderate((of) => of.takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons))
    for (const path of paths) await expect.poll(async () => (await read(path)).status, { timeout: 20_000 }).toBe(451)
    const german = await read(itemPath, "de")
    expect(german).toMatchObject({ link: `<${site.origin}/>; rel="blocked-by"` })
    expect(german.text).toContain("Wir haben ihn aus rechtlichen Gründen entfernt.")
    expect(german.text).not.toMatch(/Only item|The long one/)
    expect((await read(rss)).text).not.toContain("Only item")
    await moderate((of) => of.restore(caseId, { by: "operator:ada", seen: 3 }))
    for (const path of paths) await expect.poll(async () => (await read(path)).status, { timeout: 20_000 }).toBe(200)
    await expect.poll(async () => (await read(rss)).text).toContain("Only item")
  }
  await people.close()
})

it("feeds are found by topic, with samples, and name similar ones, without scripts", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site.origin}/channel?topic=apiary`)
  await page.getByRole("heading", { name: "Feeds about “apiary”" }).waitFor()
  const feeds = page.locator("main .feed-row")
  expect((await feeds.locator("[data-preview]").allTextContents()).toSorted()).toEqual(["Clover", "Heather", "Thyme"])
  await feeds.getByRole("link", { name: "Clover in bloom" }).waitFor()
  await page.goto(`${site.origin}/detail/${heatherId}`)
  const similar = page.getByRole("region", { name: "Similar feeds" })
  expect((await similar.locator("[data-preview]").allTextContents()).toSorted()).toEqual(["Clover", "Thyme"])
  await page.context().close()
})

it("a starter pack in the reader's language is followed with one press, by guests without scripts and by members", async () => {
  const { page: guest } = await openPage(browser, { baseURL: site.origin, locale: "sk", javaScriptEnabled: false })
  const { page: member } = await openPage(browser, { baseURL: site.origin, locale: "sk" })
  await enter(member.context(), site, await site.person())
  for (const page of [guest, member]) {
    await page.goto("/newsfeeds")
    const pack = page.getByRole("region", { name: "Starter packs" }).locator(".list > li", { hasText: "Apiary" })
    expect((await pack.getByRole("link").allTextContents()).map((name) => name.trim()).toSorted()).toEqual([
      "Clover",
      "Heather",
      "Thyme",
    ])
    await pack.getByRole("button", { name: "Follow all 3" }).click()
    await page.getByRole("link", { name: "Clover in bloom", exact: true }).waitFor()
    await page.goto("/channel")
    expect(await page.getByRole("button", { name: "Follow all 3" }).count()).toBe(0)
    await page.context().close()
  }
})
