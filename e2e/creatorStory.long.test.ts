import { Effect } from "effect"
import { simpleParser } from "mailparser"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { openPeople, type People, type TestPerson } from "../core/accounts/testing/people.ts"
import { startMailServer } from "../core/mail/testing/mailServer.ts"
import { makeMp4 } from "../core/media/testing/sampleMedia.ts"
import { consoleText } from "../src/console/texts/index.ts"
import { LOCALES, type Locale, type T, translator } from "../src/i18n/index.ts"
import { CONTENT_LANGUAGES } from "../src/lib/contentLanguages.ts"
import { enter, launchBrowser, type OwnSite, openPage, readMail, readsWell, startSite, WIDTHS } from "./lib/index.ts"
import { comesToShow, joinConsole, showPlan, sign } from "./lib/operatorSteps.ts"
import { MAILBOX_TOKEN } from "./lib/site.ts"

const STORY_MS_MAX = 420_000
/** A post is due in the next minute, and the worker looks every few seconds. */
const DUE_MS_MAX = 120_000
const MINUTE_MS = 60_000
/** The form is sent before the minute that it names. */
const LEAD_MS = 15_000
const ZONE = "Europe/Berlin"

let site: OwnSite
let browser: Browser
let people: People
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  mail = await startMailServer({ user: "letters", password: "sent by the lane" })
  // Letters leave by a server of their own, all other mail stays in the local mailbox.
  const env = {
    ...{ ROLES: "web,chat,worker,keeper,console", METRICS_TOKEN: MAILBOX_TOKEN, TRUSTED_PROXIES: "1" },
    BULK_SMTP_URL: mail.url,
  }
  ;[site, browser] = await Promise.all([startSite({ env }), launchBrowser()])
  people = openPeople({ url: site.databaseUrl })
}, STORY_MS_MAX)
afterAll(async () => {
  await browser?.close()
  await people?.close()
  await site?.stop()
  await mail?.close()
})

/** One creator with a reader, in one language, with scripts or without. */
type Story = {
  readonly t: T
  readonly locale: Locale
  readonly javaScriptEnabled: boolean
  readonly creator: TestPerson
  readonly reader: TestPerson
  readonly creatorName: string
  readonly readerName: string
  readonly subject: string
  readonly title: string
  /** A word of the part for subscribers. */
  readonly secret: string
}

const openAs = async (person: TestPerson | null, story: Story): Promise<Page> => {
  const { locale, javaScriptEnabled } = story
  const { page } = await openPage(browser, { baseURL: site.origin, width: WIDTHS.phone, locale, javaScriptEnabled })
  const welcome = page.locator("#welcome[open]")
  await page.addLocatorHandler(welcome, () =>
    welcome.getByRole("button", { name: translator(locale)("shell.close") }).click(),
  )
  if (person !== null) await enter(page.context(), site, person)
  return page
}
const reads = (page: Page, { locale, javaScriptEnabled }: Story) =>
  readsWell(page, locale, { hasScripts: javaScriptEnabled })
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click()
const open = (page: Page, summary: string) => page.locator("summary", { hasText: summary }).first().click()
/** What stands before a parameter in a text. */
const before = (text: string): string => text.split("|")[0]?.trim() ?? ""

/** Finds the application in the menu, and sends it. */
const apply = async (page: Page, story: Story) => {
  const { t, locale, subject } = story
  await page.goto("/")
  await page.getByRole("button", { name: t("shell.menu"), exact: true }).click()
  await page
    .getByRole("dialog", { name: t("shell.menu") })
    .getByRole("link", { name: t("menu.dashboard"), exact: true })
    .click()
  await page.getByRole("heading", { level: 1, name: t("creators.apply.title") }).waitFor()
  await reads(page, story)
  await page.getByLabel(t("creators.apply.subject")).fill(subject)
  await page.getByLabel(t("creators.apply.about")).fill("7 · 3 · 1 · 7 · 3 · 1 · 7 · 3 · 1")
  const language = CONTENT_LANGUAGES.find(({ language }) => locale.startsWith(language))?.name ?? ""
  await page.getByRole("checkbox", { name: language, exact: true }).check()
  await press(page, t("creators.apply.send"))
  await page.getByText(t("creators.apply.status.submitted"), { exact: true }).waitFor()
  await reads(page, story)
}

const approve = async (desk: Page, locale: Locale, story: Story) => {
  const { creator } = story
  const o = consoleText(locale)
  const row = desk.getByRole("row", { name: new RegExp(creator.userCode) })
  await comesToShow(desk, "/applications", row)
  await row.getByRole("link", { name: o("operation.channels.approveApplication") }).click()
  await showPlan(desk, o)
  await sign(desk)
  const [done = ""] = o("run.completed", { name: `Sam ${locale}`, at: "|" }).split("|")
  await desk.getByText(done).waitFor()
}

/** Follows the link of the mail about the approval, and the first steps of the dashboard to the composer. */
const enterDashboard = async (page: Page, story: Story) => {
  const { t, creator } = story
  const { text } = await readMail(site, creator.email, "applicationApproved")
  await page.goto(/https?:\/\/\S+\/writers\/managechannel/.exec(text)?.[0] ?? "")
  await page.getByRole("heading", { level: 1, name: t("creators.dashboard.title") }).waitFor()
  await reads(page, story)
  await page.getByRole("link", { name: t("creators.dashboard.guide.post") }).click()
  await page.getByRole("heading", { level: 1, name: t("compose.new") }).waitFor()
}

const FILES = ["Pier.png", "Foghorn.m4a"] as const
const filesOf = async () => [
  {
    ...{ name: FILES[0], mimeType: "image/png" },
    buffer: await sharp({ create: { width: 640, height: 360, channels: 3, background: "#36c" } })
      .png()
      .toBuffer(),
  },
  { name: FILES[1], mimeType: "audio/mp4", buffer: await makeMp4({ video: null }) },
]
const markdown = (page: Page) => page.locator("textarea[name=preview]").inputValue()
const PLACED = /!\[Pier\.png\]\(media:[\da-f-]{36}\)\s+!\[Foghorn\.m4a\]\(media:[\da-f-]{36}\)/

const insertFiles = async (page: Page, t: T) => {
  const chooser = page.waitForEvent("filechooser")
  await page
    .getByRole("button", { name: t("compose.tool.file") })
    .first()
    .click()
  await (await chooser).setFiles(await filesOf())
  await expect.poll(() => markdown(page), { timeout: 30_000 }).toMatch(PLACED)
}

/** The page of files opens beside the composer, which keeps what was typed. */
const insertFilesWithoutScripts = async (page: Page, story: Story) => {
  const { t } = story
  await open(page, t("compose.files"))
  const opened = page.context().waitForEvent("page")
  await page.getByRole("link", { name: t("compose.files.upload") }).click()
  const uploads = await opened
  for (const file of await filesOf()) {
    await uploads.getByLabel(t("media.files.choose"), { exact: true }).setInputFiles(file)
    await press(uploads, t("media.files.upload"))
    // The page loads itself again while a file is checked.
    await uploads.getByRole("link", { name: `${t("media.files.open")}: ${file.name}` }).waitFor()
  }
  await reads(uploads, story)
  await uploads.close()
  await press(page, t("compose.files.refresh"))
  const choice = page.getByLabel(t("media.files.choose"), { exact: true })
  for (const name of FILES) {
    await choice.selectOption((await choice.locator("option", { hasText: name }).getAttribute("value")) ?? "")
    await press(page, t("compose.files.preview"))
  }
  expect(await markdown(page)).toMatch(PLACED)
}

/** Writes a post with a picture, a recording and a part for subscribers, and schedules it for the next minute. */
const write = async (page: Page, story: Story) => {
  const { t, title, secret, javaScriptEnabled } = story
  await page.getByLabel(t("compose.title"), { exact: true }).fill(title)
  await page.getByLabel(t("compose.preview"), { exact: true }).fill(`**0410** ${title}\n\n`)
  if (javaScriptEnabled) await insertFiles(page, t)
  else await insertFilesWithoutScripts(page, story)
  await page.getByLabel(t("compose.gated"), { exact: true }).fill(`# 2\n\n*${secret}*`)
  await page.getByLabel(t("compose.level"), { exact: true }).selectOption({ label: t("compose.level.2") })
  await press(page, t("compose.previewAs.1"))
  const preview = page.getByRole("region", { name: t("compose.previewed") })
  await preview.getByText(t("drawer.locked")).waitFor()
  expect(await preview.textContent()).not.toContain(secret)
  await reads(page, story)
  await open(page, t("compose.schedule"))
  const dueMs = Math.ceil((Date.now() + LEAD_MS) / MINUTE_MS) * MINUTE_MS
  const wall = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: ZONE }).format(
    dueMs,
  )
  await page.getByLabel(t("compose.schedule.at")).fill(wall.replace(" ", "T"))
  await page.getByLabel(t("compose.schedule.zone")).selectOption(ZONE)
  await press(page, t("compose.schedule.do"))
  await page
    .getByText(before(t("compose.schedule.due", { date: "|" })))
    .first()
    .waitFor()
  await reads(page, story)
}

/** Finds the channel in the directory, follows it, and asks for its posts by mail. */
const follow = async (page: Page, story: Story) => {
  const { t, subject } = story
  await page.goto("/channel")
  await page.getByRole("main").getByRole("link", { name: subject, exact: true }).first().click()
  await page.getByRole("heading", { level: 1, name: subject }).waitFor()
  const followed = (key: "follow.follow" | "follow.unfollow") =>
    page.getByRole("button", { name: t("follow.named", { action: t(key), title: subject }) }).first()
  await followed("follow.follow").click()
  await followed("follow.unfollow").waitFor()
  const byMail = page.getByRole("region", { name: t("newsletters.channel.title") })
  const setting = byMail.getByLabel(t("newsletters.settings.for", { name: subject }))
  await setting.selectOption({ label: t("newsletters.setting.2") })
  await byMail.getByRole("button", { name: t("settings.save") }).click()
  await expect.poll(() => setting.inputValue()).toBe("2")
  await reads(page, story)
}

/** The reader finds the post in the newsfeed, by search, and in the feed of the channel; all of them have the beginning alone. */
const find = async (page: Page, story: Story): Promise<string> => {
  const { t, title, subject, secret } = story
  const link = page.getByRole("main").getByRole("link", { name: title }).first()
  await comesToShow(page, "/newsfeeds", link, DUE_MS_MAX)
  await reads(page, story)
  await page
    .getByRole("button", { name: t("shell.search"), exact: true })
    .first()
    .click()
  const field = page.getByLabel(t("shell.search.placeholder")).first()
  await field.fill(title)
  await field.press("Enter")
  await page.waitForURL(/search\?kw=/)
  await comesToShow(page, page.url(), link)
  await reads(page, story)

  await page.goto("/channel")
  await page.getByRole("main").getByRole("link", { name: subject, exact: true }).first().click()
  const feed = page.getByRole("list", { name: t("media.feeds") })
  for (const name of ["RSS", t("media.podcast")]) {
    const address = await feed.getByRole("link", { name, exact: true }).getAttribute("href")
    const xml = await (await fetch(new URL(address ?? "", site.origin))).text()
    expect(xml).toContain(title)
    expect(xml).toMatch(/<enclosure [^>]*audio\/mp4/)
    expect(xml).not.toContain(secret)
  }
  await link.click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  await page.getByRole("heading", { name: t("drawer.locked") }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await reads(page, story)
  return page.url()
}

/** Letters are held for two minutes; the story goes on at once. */
const endHold = () =>
  people.run(
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      yield* Effect.promise(async () => sql`update newsletters.sending set due_at = now() where state = 'held'`)
    }),
  )

/** The letter has the beginning, and leads to the post. */
const readLetter = async (page: Page, story: Story) => {
  const { reader, title, secret } = story
  const letters = () => mail.received.filter(({ to }) => to === reader.email)
  await expect
    .poll(
      async () => {
        await endHold()
        return letters().length
      },
      { timeout: DUE_MS_MAX },
    )
    .toBe(1)
  const letter = await simpleParser(letters()[0]?.raw ?? "")
  expect(letter.subject).toBe(title)
  expect(letter.text).toContain("0410")
  expect(`${letter.text}${String(letter.html)}`).not.toContain(secret)
  const read = new RegExp(`${site.origin}/c/\\S+`).exec(letter.text ?? "")?.[0] ?? ""
  await page.goto(read)
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
}

/** The creator lets the reader read everything, as their guest. */
const giveAccess = async (page: Page, story: Story) => {
  const { t, reader } = story
  await page.goto("/writers/settings")
  await page.locator("#free").getByLabel(t("subscriptions.free.code")).fill(reader.userCode)
  await press(page, t("subscriptions.free.give"))
  await page.getByText(t("subscriptions.free.people", { count: 1 })).waitFor()
  await reads(page, story)
}

/** The reader likes the post and comments, and the creator answers. Only strangers' comments wait for a review. */
const discuss = async (page: Page, desk: Page, path: string, story: Story) => {
  const { t, secret, readerName, creatorName } = story
  await comesToShow(page, path, page.locator("#article").getByText(secret))
  await page
    .locator("#likes")
    .getByRole("button", { name: t("comments.like"), exact: true })
    .click()
  await page
    .locator("#likes")
    .getByText(t("comments.like.count", { count: 1 }), { exact: true })
    .waitFor()
  await page.getByLabel(t("comments.write"), { exact: true }).fill("8 · 5")
  await press(page, t("comments.send"))
  const comment = page.getByRole("article", { name: readerName, exact: true })
  await comment.getByText("8 · 5").first().waitFor()
  await reads(page, story)
  const notice = t("messages.notice.commentNew.title", { who: readerName })
  const look = desk.getByRole("link", { name: `${t("messages.look")}: ${notice}` })
  await comesToShow(desk, "/message", look)
  await look.first().click()
  const answered = desk.getByRole("article", { name: readerName, exact: true })
  await answered.getByLabel(t("comments.reply.to", { name: readerName })).click()
  await answered.getByLabel(t("comments.reply.write")).fill("9 · 9")
  await answered.getByRole("button", { name: t("comments.reply.send") }).click()
  await comesToShow(page, path, page.getByRole("article", { name: creatorName, exact: true }).getByText("9 · 9"))
}

/** The creator sees on the dashboard what the post has brought, and in the report who got the letter. */
const report = async (desk: Page, story: Story) => {
  const { t, title, readerName } = story
  await desk.goto("/writers/managechannel")
  const post = desk.locator("#posts").getByRole("listitem").filter({ hasText: title })
  await post.getByText(t("comments.like.count", { count: 1 }), { exact: true }).waitFor()
  await post.getByText(t("comments.count", { count: 2 }), { exact: true }).waitFor()
  await reads(desk, story)
  await post.getByRole("link", { name: t("compose.posts.mail") }).click()
  await desk.getByRole("heading", { name: t("newsletters.report.readers") }).waitFor()
  await desk.getByText(t("newsletters.state.finished"), { exact: true }).first().waitFor()
  await desk.getByRole("row", { name: new RegExp(readerName) }).waitFor()
  await reads(desk, story)
}

/** A guest sees the beginning with its picture and recording, and nothing else. */
const visit = async (path: string, story: Story) => {
  const { t, title, secret } = story
  const guest = await openAs(null, story)
  await guest.goto(path)
  await guest.getByRole("heading", { level: 1, name: title }).waitFor()
  await guest.getByRole("heading", { name: t("drawer.locked") }).waitFor()
  const image = guest.locator("#article img")
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const sound = await guest.locator("#article audio").getAttribute("src")
  expect((await guest.request.get(sound ?? "")).headers()["content-type"]).toBe("audio/mp4")
  expect(await guest.content()).not.toContain(secret)
  await reads(guest, story)
}

for (const locale of LOCALES)
  it(`in ${locale}, a creator applies, publishes by schedule, is found, read, discussed and reported, with and without scripts [S1-013] [S2-016] [S6-013] [S7-099] [S7-112]`, {
    timeout: STORY_MS_MAX,
  }, async () => {
    const t = translator(locale)
    const desk = await joinConsole(browser, site, `Sam ${locale}`, ["moderator"])
    if (locale === "de") await desk.getByRole("button", { name: "Deutsch" }).click()
    const begun = []
    for (const javaScriptEnabled of [true, false]) {
      const mark = `${LOCALES.indexOf(locale)}${Number(javaScriptEnabled)}`
      const [creatorName, readerName] = [`Mara Voss ${mark}`, `Ada Lind ${mark}`]
      const story: Story = {
        ...{ t, locale, javaScriptEnabled, creatorName, readerName },
        creator: await site.person({ displayName: creatorName, locale }),
        reader: await site.person({ displayName: readerName, locale }),
        ...{ subject: `Quay ${mark}`, title: `Gantry ${mark}`, secret: `quicksilvered${mark}` },
      }
      const page = await openAs(story.creator, story)
      await apply(page, story)
      await approve(desk, locale, story)
      await enterDashboard(page, story)
      await write(page, story)
      const reader = await openAs(story.reader, story)
      await follow(reader, story)
      begun.push({ story, page, reader })
    }
    for (const { story, page, reader } of begun) {
      const path = await find(reader, story)
      await readLetter(reader, story)
      await visit(path, story)
      await giveAccess(page, story)
      await discuss(reader, page, path, story)
      await report(page, story)
    }
  })
