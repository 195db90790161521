import { join } from "node:path"
import { Effect, Layer, Result } from "effect"
import { createTransport } from "nodemailer"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import { IdentityChecks } from "#core/identity"
import { AppConfig, readAppSettings } from "#core/kernel"
import { ReplyAddresses } from "#core/tickets"
import { openPeople, type People, TEST_MASTER_KEY, type TestPerson } from "../core/accounts/testing/people.ts"
import { sampleDocument } from "../core/identity/testing/sampleDocument.ts"
import { freePort } from "../scripts/run/ports.ts"
import { makeTestHome } from "../scripts/testing/home.ts"
import { withClockLater } from "../src/api/testing/accountCalls.ts"
import { consoleText, storedText } from "../src/console/texts/index.ts"
import { LOCALES, type Locale, type T, translator } from "../src/i18n/index.ts"
import { shredDocuments } from "../src/worker/identity/endChecks.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  type OwnSite,
  openPage,
  readMail,
  readsWell,
  startSite,
  WIDTHS,
} from "./lib/index.ts"
import { comesToShow, joinConsole, showPlan, sign } from "./lib/operatorSteps.ts"
import { MAILBOX_TOKEN } from "./lib/site.ts"

const STORY_MS_MAX = 300_000
/** An answer leaves after 15 seconds, and the worker looks every few. */
const LEAVES_MS_MAX = 60_000
/** More than the 30 days that images are kept after a decision. */
const TERM_MS = 31 * 86_400_000
const MAIL_DOMAIN = "replies.example"

let site: OwnSite
let browser: Browser
let people: People
let mailPort: number
let keeperSocket: string

beforeAll(async () => {
  mailPort = await freePort()
  keeperSocket = join(makeTestHome(), "keeper.sock")
  const env = {
    ...{ ROLES: "web,chat,worker,keeper,console", METRICS_TOKEN: MAILBOX_TOKEN, TRUSTED_PROXIES: "1" },
    ...{ BOUNCE_PORT: String(mailPort), BOUNCE_DOMAIN: MAIL_DOMAIN, KEEPER_SOCKET: keeperSocket },
  }
  ;[site, browser] = await Promise.all([startSite({ env }), launchBrowser()])
  people = openPeople({ url: site.databaseUrl })
}, STORY_MS_MAX)
afterAll(async () => {
  await browser?.close()
  await people?.close()
  await site?.stop()
})

/** Lets the time pass until images are destroyed, as the worker does twice a minute. */
const passTerm = () => {
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: site.databaseUrl, MASTER_KEY: TEST_MASTER_KEY, KEEPER_SOCKET: keeperSocket }),
  )
  return people.run(
    withClockLater(TERM_MS, shredDocuments).pipe(
      Effect.provide(IdentityChecks.layer.pipe(Layer.provideMerge(AppConfig.layerOf(settings)))),
      Effect.scoped,
    ),
  )
}

const openAs = async (person: TestPerson, locale: Locale): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, width: WIDTHS.phone, locale })
  await enter(page.context(), site, person)
  return page
}
const openTicket = async (page: Page, t: T, subject: string, text: string, image?: Buffer): Promise<string> => {
  await page.goto("/ticket")
  await page.getByLabel(t("tickets.topic")).selectOption({ label: t("tickets.topic.wallet") })
  await page.getByLabel(t("tickets.subject")).fill(subject)
  await page.getByLabel(t("tickets.text")).fill(text)
  if (image !== undefined)
    await page
      .getByLabel(t("tickets.files"))
      .setInputFiles({ name: "screen.png", mimeType: "image/png", buffer: image })
  await page.getByRole("button", { name: t("tickets.send") }).click()
  await page.getByRole("heading", { level: 1, name: subject }).waitFor()
  return new URL(page.url()).pathname.split("/").at(-1) ?? ""
}
const sendMail = async (person: TestPerson, number: string, text: string) => {
  const to = await Effect.runPromise(
    Effect.provide(
      ReplyAddresses.use((addresses) => Effect.succeed(addresses.of(number) ?? "")),
      ReplyAddresses.layerOf(Buffer.from(TEST_MASTER_KEY, "hex"), MAIL_DOMAIN),
    ),
  )
  const transport = createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true })
  await transport.sendMail({ from: person.email, to, text })
}

for (const locale of LOCALES)
  it(`in ${locale}, support answers a ticket with an image, merges it by mistake, and solves it by mail [S2-019] [S2-020]`, {
    timeout: STORY_MS_MAX,
  }, async () => {
    const [t, o] = [translator(locale), consoleText(locale)]
    const person = await site.person({ displayName: "Ada Lind", locale })
    const page = await openAs(person, locale)
    await page.goto("/ticket")
    await readsWell(page, locale)
    const image = await sharp({ create: { width: 1200, height: 700, channels: 3, background: "#36c" } })
      .png()
      .toBuffer()
    const first = await openTicket(page, t, "0x1f", "7 · 3 · 1", image)
    await page.getByRole("img", { name: "screen.png" }).waitFor()
    await readsWell(page, locale)
    const second = await openTicket(page, t, "0x2f", "1 · 3 · 7")

    const desk = await joinConsole(browser, site, `Sam ${locale}`, ["support"])
    if (locale === "de") await desk.getByRole("button", { name: "Deutsch" }).click()
    await comesToShow(desk, "/tickets", desk.getByRole("link", { name: second }))
    const press = async (name: string) => {
      const answered = desk.waitForResponse((response) => response.request().method() === "POST")
      await desk.getByRole("button", { name, exact: true }).click()
      expect((await answered).status()).toBe(303)
    }
    const answer = async (number: string, text: string, button: string) => {
      await desk.goto(`/tickets/${number}`)
      await desk.getByLabel(o("tickets.answer")).fill(text)
      await press(button)
      await desk.getByText(text).first().waitFor()
    }
    await desk.goto(`/tickets/${first}`)
    const file = desk.getByRole("link", { name: "screen.png" })
    expect((await desk.context().request.get((await file.getAttribute("href")) ?? "")).status()).toBe(200)
    await answer(first, "4 · 2", o("tickets.send"))
    await comesToShow(page, `/ticket/${first}`, page.getByText("4 · 2"), LEAVES_MS_MAX)
    await desk.goto(`/tickets/${first}`)
    await desk.getByLabel(o("tickets.mergeInto")).fill(second)
    await press(o("tickets.merge"))
    await comesToShow(desk, `/tickets/${first}`, desk.getByRole("button", { name: o("tickets.unmerge") }))
    await comesToShow(page, `/ticket/${first}`, page.getByText(t("tickets.merged", { number: second })))
    await readsWell(page, locale)
    await desk.goto(`/tickets/${first}`)
    await press(o("tickets.unmerge"))
    await comesToShow(desk, `/tickets/${first}`, desk.getByLabel(o("tickets.mergeInto")))

    // Nothing of the mistake is left, and the answer is where it belongs.
    await comesToShow(page, `/ticket/${first}`, page.getByText("4 · 2"))
    expect(await page.getByText(second).count()).toBe(0)
    await page.getByText(t("tickets.status.waiting")).waitFor()
    expect((await readMail(site, person.email, "ticketAnswered")).text).toContain(first)
    await page.goto(`/ticket/${second}`)
    expect(await page.locator("ol .text").allTextContents()).toEqual(["1 · 3 · 7"])

    await sendMail(person, first, "8 · 5\n\n> 4 · 2")
    await comesToShow(page, `/ticket/${first}`, page.getByText("8 · 5"), LEAVES_MS_MAX)
    await page.getByText(t("tickets.byMail")).waitFor()
    await answer(first, "9 · 9", o("tickets.sendAndSolve"))
    await comesToShow(
      page,
      `/ticket/${first}`,
      page.getByText(t("tickets.status.solved"), { exact: true }),
      LEAVES_MS_MAX,
    )
    await readsWell(page, locale)
    await expect.poll(async () => (await readMail(site, person.email, "ticketAnswered")).text).toContain("9 · 9")
    await page.getByLabel(t("tickets.rate.good"), { exact: true }).check()
    await page.getByRole("button", { name: t("tickets.rate.send") }).click()
    await page.getByText(t("tickets.rated", { rating: t("tickets.rate.good") })).waitFor()
    await comesToShow(page, "/message?type=Account", page.getByText(t("messages.notice.ticketAnswered.title")).first())
    await readsWell(page, locale)
    await page.goto("/ticket/myticket")
    await readsWell(page, locale)
    await desk.goto(`/tickets/${first}`)
    await desk.getByText(o("ticketRating.good")).first().waitFor()
    expect(await accessibilityProblems(desk)).toEqual([])
  })

for (const locale of LOCALES)
  it(`in ${locale}, a document is rejected with reasons, accepted, and destroyed after its term [S1-017] [S7-086]`, {
    timeout: STORY_MS_MAX,
  }, async () => {
    const [t, o] = [translator(locale), consoleText(locale)]
    const person = await site.person({ displayName: "Ada Lind", locale })
    const page = await openAs(person, locale)
    await page.goto("/settings/identity")
    await readsWell(page, locale)
    await page.getByLabel(t("identity.level.2")).check()
    await page.getByLabel(t("identity.fullName"), { exact: true }).fill("Anna Maria Eriksson")
    await page.getByLabel(t("identity.birthDate"), { exact: true }).fill("1974-08-12")
    await page.getByLabel(t("identity.country"), { exact: true }).selectOption("SE")
    await page.getByLabel(t("identity.consent")).check()
    await page.getByRole("button", { name: t("identity.submitStatement") }).click()
    const passport = t("identity.kind.passport")
    const submit = async (color: string) => {
      await page.goto("/settings/identity")
      await page.getByLabel(t("identity.kind"), { exact: true }).selectOption("passport")
      await page.getByLabel(t("identity.issuer"), { exact: true }).selectOption("SE")
      const file = { name: "pass.png", mimeType: "image/png", buffer: await sampleDocument(color) }
      await page.getByLabel(t("identity.file"), { exact: true }).setInputFiles(file)
      await page.getByRole("button", { name: t("identity.upload") }).click()
      await page.getByRole("img", { name: t("identity.preview", { document: passport }) }).waitFor()
      await readsWell(page, locale)
      await page.getByRole("button", { name: t("identity.submit") }).click()
      await page.getByText(t("identity.status.2"), { exact: true }).waitFor()
      await readsWell(page, locale)
    }
    await submit("#dfe7ee")

    const desk = await joinConsole(browser, site, `Rita ${locale}`, ["reviewer"])
    if (locale === "de") await desk.getByRole("button", { name: "Deutsch" }).click()
    const check = desk.getByRole("row", { name: new RegExp(person.userCode) }).getByRole("link")
    await comesToShow(desk, "/identity", check)
    const address = (await check.first().getAttribute("href")) ?? ""
    const claim = async () => {
      await desk.goto(address)
      await desk.getByRole("button", { name: o("identity.claim") }).click()
      await desk.getByRole("button", { name: o("identity.release") }).waitFor()
    }
    const carryOut = async (operation: string, fill: () => Promise<void>) => {
      await desk.goto(`/operate/${operation}?check=${address.split("/").at(-1)}&wrongDigits=refuse`)
      await fill()
      await showPlan(desk, o)
      await sign(desk)
      const [done = ""] = o("run.completed", { name: `Rita ${locale}`, at: "|" }).split("|")
      await desk.getByText(done).waitFor()
    }
    await claim()
    await carryOut("identity.askResubmission", async () => {
      for (const reason of ["glare", "unreadable"])
        await desk.getByRole("checkbox", { name: storedText(o, `resubmitReasons.${reason}`) }).check()
      await desk.getByLabel(storedText(o, "parameter.reviewNote")).fill("Bitte ohne Blitz, please without flash.")
    })
    await desk.getByText("please without flash").waitFor()
    await comesToShow(page, "/settings/identity", page.getByText(t("identity.asked.glare")))
    await page.getByText("please without flash").waitFor()
    await page.getByText(t("identity.asked.unreadable")).waitFor()
    await readsWell(page, locale)
    await readMail(site, person.email, "identityResubmission")

    await submit("#eee7df")
    await claim()
    await desk.getByLabel(o("identity.number")).fill(`X ${person.userCode}`)
    await desk.getByLabel(o("identity.expiresOn")).fill("2035-01-01")
    await desk.getByRole("button", { name: o("identity.record") }).click()
    await desk.getByText("none, 2035-01-01").waitFor()
    await carryOut("identity.verify", async () => {})
    await comesToShow(page, "/settings/identity", page.getByText(t("identity.status.3"), { exact: true }))
    await readsWell(page, locale)
    await readMail(site, person.email, "identityVerified")

    const [destroyed = ""] = t("identity.shredded", { date: "|" }).split("|")
    const missing = page.getByText(new RegExp(`^\\s*${destroyed}`))
    const before = await missing.count()
    await passTerm()
    await comesToShow(page, "/settings/identity", missing.nth(before))
    expect(await page.getByRole("img", { name: t("identity.preview", { document: passport }) }).count()).toBe(0)
    await page.getByText(t("identity.status.3"), { exact: true }).waitFor()
    await readsWell(page, locale)
    // Nobody can open it any more.
    await desk.goto(address)
    expect(await desk.getByRole("link", { name: o("identity.open") }).count()).toBe(0)
    await comesToShow(page, "/message?type=Account", page.getByText(t("messages.notice.identityVerified.title")))
    await page.getByText(t("messages.notice.identityResubmission.title")).waitFor()
    await readsWell(page, locale)
  })
