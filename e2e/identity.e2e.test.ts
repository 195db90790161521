import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { IdentityReviews } from "#core/identity"
import { searchChecks } from "#projections/identity"
import { waitFor } from "#projections/runner"
import { openPeople, type People, type TestPerson } from "../core/accounts/testing/people.ts"
import { sampleDocument } from "../core/identity/testing/sampleDocument.ts"
import { samplePdf } from "../core/identity/testing/samplePdf.ts"
import { withClockLater } from "../src/api/testing/accountCalls.ts"
import { translator } from "../src/i18n/index.ts"
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

const SETTINGS = "/settings/identity"
/** More than the 30 days that images are kept after a decision. */
const TERM_MS = 31 * 86_400_000
/** The worker looks for images whose term is over twice a minute. */
const SHREDDED_MS_MAX = 60_000
const WALK_MS_MAX = 180_000
/** Of the walk: both sides. The first front, which was rejected, is gone since its replacement. */
const IMAGES = 2
const LOCALES = [
  ["en", "en-US"],
  ["de", "de-DE"],
  ["zh-Hans", "zh-CN"],
  ["zh-Hant", "zh-TW"],
] as const

let site: TestSite
let browser: Browser
let people: People

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  people = openPeople({ url: site.databaseUrl })
})
afterAll(async () => {
  await browser?.close()
  await people?.close()
})

const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
/** Reviews the check of a person as an operator does, now or some time ago, and waits until the person sees it. */
const review = (
  { userCode }: TestPerson,
  work: (reviews: (typeof IdentityReviews)["Service"], checkId: string) => Effect.Effect<number, unknown>,
  agoMs = 0,
) =>
  people.run(
    Effect.gen(function* () {
      const reviews = yield* IdentityReviews
      const [check] = yield* searchChecks(userCode)
      const checkId = check?.checkId ?? ""
      const reviewed = Effect.andThen(reviews.claim(checkId, "operator:ada"), work(reviews, checkId))
      yield* waitFor("identity", yield* withClockLater(-agoMs, reviewed), 20_000)
    }).pipe(Effect.orDie, Effect.provide(IdentityReviews.layer)),
  )
const state = (page: Page) => page.getByRole("region", { name: "Status", exact: true })
const begin = async (page: Page) => {
  await page.goto(SETTINGS)
  await page.getByLabel("2 – identity document").check()
  await page.getByLabel("Full name", { exact: true }).fill("Anna Maria Eriksson")
  await page.getByLabel("Date of birth", { exact: true }).fill("1974-08-12")
  await page.getByLabel("Country of residence").selectOption("SE")
}
const addImage = async (page: Page, side: string, color: string) => {
  await page.getByLabel("Document", { exact: true }).selectOption("identityCard")
  await page.getByLabel("Side").selectOption(side)
  await page.getByLabel("Country of issue").selectOption("SE")
  await page
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "../../card.png", mimeType: "text/html", buffer: await sampleDocument(color) })
  await page.getByRole("button", { name: "Add image" }).click()
}

/** Waits until the worker has destroyed the images of a check whose term is over, which its owner sees in any language. */
const untilDestroyed = async (person: TestPerson) => {
  for (const [lang, locale] of LOCALES) {
    const page = await openAs(person, { width: WIDTHS.phone, locale })
    const [before] = translator(lang)("identity.shredded", { date: "|" }).split("|")
    const count = async () => {
      await page.goto(SETTINGS)
      return page.getByText(before ?? "").count()
    }
    await expect.poll(count, { timeout: SHREDDED_MS_MAX, interval: 1_000 }).toBe(IMAGES)
    expect(await page.getByRole("img", { name: "Preview of" }).count()).toBe(0)
  }
}

for (const javaScriptEnabled of [true, false])
  it(`a person verifies their identity: consent, both sides, new images, the outcome (scripts: ${javaScriptEnabled}) [S1-017]`, {
    tags: javaScriptEnabled ? [] : ["long"],
    timeout: WALK_MS_MAX,
  }, async () => {
    const person = await site.person()
    const page = await openAs(person, { javaScriptEnabled })
    await begin(page)
    await page.getByRole("button", { name: "Start check" }).click()
    await page.getByText("We need your consent for the check").waitFor()
    expect(await page.getByLabel("Full name").inputValue()).toBe("Anna Maria Eriksson")
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel("I agree").check()
    await page.getByRole("button", { name: "Start check" }).click()

    await page.getByText("Still missing: an identity document").waitFor()
    await addImage(page, "front", "#dfe7ee")
    await page.getByText("Still missing: Back").waitFor()
    await addImage(page, "back", "#e7dfee")
    const preview = page.getByRole("img", { name: "Preview of Identity card, Front" })
    await preview.scrollIntoViewIfNeeded()
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole("button", { name: "Submit for review" }).click()
    await state(page).getByText("Under review").waitFor()

    await review(person, (reviews, checkId) =>
      reviews.askResubmission(checkId, "operator:ada", {
        reasons: [{ docId: null, reason: "glare" }],
        note: "Please avoid the lamp.",
      }),
    )
    await page.goto(SETTINGS)
    await state(page).getByText("Reflections cover parts of the document.").waitFor()
    await state(page).getByText("Please avoid the lamp.").waitFor()
    await addImage(page, "front", "#eee7df")
    await page.getByRole("button", { name: "Submit for review" }).click()
    await state(page).getByText("Under review").waitFor()

    await review(
      person,
      (reviews, checkId) =>
        Effect.gen(function* () {
          const check = yield* reviews.find(checkId)
          const docId = check?.documents.findLast(({ side }) => side === "front")?.docId ?? ""
          const number = `X ${person.userCode}`
          yield* reviews.read(checkId, { docId, number, day: "2035-01-01" }, "operator:ada")
          return (yield* reviews.verify(checkId, "operator:ada", false)).position
        }),
      javaScriptEnabled ? 0 : TERM_MS,
    )
    await page.goto(SETTINGS)
    await state(page).getByText("Verified", { exact: true }).waitFor()
    if (javaScriptEnabled) await page.getByText(/These images are destroyed on/).waitFor()
    else await untilDestroyed(person)
    await page
      .getByText("Preview on this page")
      .or(page.getByText("You", { exact: true }))
      .first()
      .waitFor()
  })

it("[S3-030] [S4-003] sign-in stores the statuses and the own identity, and sign-out removes the latter", async () => {
  const person = await site.person()
  const page = await openAs(person)
  await page.goto("/")
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  await expect.poll(() => stored("quire:kyc-statuses")).toContain("Resubmission requested")
  await expect.poll(() => stored("quire:kyc")).toContain('"kycStatusId":1')
  await page.context().clearCookies()
  await page.goto("/")
  await expect.poll(() => stored("quire:kyc")).toBeNull()
})

it("fits a phone in German, takes a PDF only as proof of address, and ends with withdrawn consent", async () => {
  const person = await site.person()
  const english = await openAs(person)
  await begin(english)
  await english.getByLabel(/^3 – /).check()
  await english.getByLabel("I agree").check()
  await english.getByRole("button", { name: "Start check" }).click()
  await notice(english, "Check started").waitFor()
  const page = await openAs(person, { width: WIDTHS.phone, locale: "de-DE" })
  await page.goto(SETTINGS)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  await page.getByLabel("Ausstellendes Land").selectOption("DE")
  const pdf = { name: "pass.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.7 and more") }
  await page.getByLabel("Bild", { exact: true }).setInputFiles(pdf)
  await page.getByRole("button", { name: "Bild hinzufügen" }).click()
  await page.getByRole("alert").getByText("Nur ein Adressnachweis kann ein PDF sein").waitFor()
  await page.getByLabel("Dokument", { exact: true }).selectOption("proofOfAddress")
  await page.getByLabel("Ausstellendes Land").selectOption("DE")
  const letter = { name: "strom.pdf", mimeType: "application/pdf", buffer: await samplePdf(2) }
  await page.getByLabel("Bild", { exact: true }).setInputFiles(letter)
  await page.getByRole("button", { name: "Bild hinzufügen" }).click()
  await notice(page, "Bild hinzugefügt").waitFor()
  await page.getByRole("button", { name: "Einwilligung zurückziehen" }).click()
  await page.getByRole("heading", { name: "Prüfung beginnen" }).waitFor()
})
