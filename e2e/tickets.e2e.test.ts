import { Effect } from "effect"
import { createTransport } from "nodemailer"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ReplyAddresses, Support, Tickets } from "#core/tickets"
import { openPeople, type People, TEST_MASTER_KEY, type TestPerson } from "../core/accounts/testing/people.ts"
import { MAIL_DOMAIN } from "../scripts/testing/sharedProduct.ts"
import { LOCALES } from "../src/i18n/locales.ts"
import { accessibilityProblems, enter, launchBrowser, notice, openPage, sharedSite, WIDTHS } from "./lib/index.ts"

let site: Awaited<ReturnType<typeof sharedSite>>
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
/** Answers as an operator does; the worker lets the answer go. */
const answer = (number: string, text: string, outcome: "waiting" | "solved", seen: number) =>
  people.run(
    Effect.gen(function* () {
      const ticketId = (yield* Tickets.use(({ idOf }) => idOf(number))) ?? ""
      yield* Support.use(({ reply }) => reply(ticketId, "operator:test", { text, outcome, seen }))
    }).pipe(Effect.orDie, Effect.provide([Support.layer, Tickets.layer])),
  )
const replyAddress = (number: string) =>
  Effect.runPromise(
    Effect.provide(
      ReplyAddresses.use((addresses) => Effect.succeed(addresses.of(number) ?? "")),
      ReplyAddresses.layerOf(Buffer.from(TEST_MASTER_KEY, "hex"), MAIL_DOMAIN),
    ),
  )
const numberOf = (page: Page): string => page.url().split("/").at(-1)?.split("#")[0] ?? ""
const fill = async (page: Page, subject: string) => {
  await page.getByLabel("What is it about?").selectOption({ label: "Wallet and payments" })
  await page.getByLabel("Subject").fill(subject)
  await page.getByLabel("Your message").fill("I withdrew yesterday.\nWhere is it?")
}

describe("a support ticket", () => {
  it("[S2-019] sends guests to sign in", async () => {
    for (const path of ["/ticket", "/ticket/myticket", "/ticket/T00000000"]) {
      const answered = await fetch(site.origin + path, { redirect: "manual" })
      expect([answered.status, answered.headers.get("location")]).toEqual([302, "/signin"])
      // Where they come back to afterwards.
      expect(answered.headers.getSetCookie().join()).toContain(encodeURIComponent(path))
    }
  })

  it("[S2-019] [S2-020] is opened, answered and closed without scripts", { tags: ["long"] }, async () => {
    const person = await site.person()
    const page = await openAs(person, { javaScriptEnabled: false })
    await page.goto("/ticket/myticket")
    await page.getByText("You haven’t asked support anything yet.").waitFor()
    await page.getByRole("link", { name: "Open a ticket" }).first().click()
    await fill(page, "x")
    await page.getByLabel("Your message").fill(" ")
    await page.locator("form.ticket-form").evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByRole("button", { name: "Send to support" }).click()
    await page.locator("#subject-problem", { hasText: "Minimum 3 characters" }).waitFor()
    await page.locator("#text-problem", { hasText: "Write your message first." }).waitFor()
    await fill(page, "Withdrawal missing")
    // A file of the refused form need not be chosen again.
    await page
      .getByLabel("Files")
      .setInputFiles({ name: "app.log", mimeType: "text/plain", buffer: Buffer.from("late") })
    await page.getByLabel("Subject").fill("x")
    await page.locator("form.ticket-form").evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByRole("button", { name: "Send to support" }).click()
    expect(await page.getByLabel("app.log").isChecked()).toBe(true)
    await page.getByLabel("Subject").fill("Withdrawal missing")
    await page.getByLabel("Files").setInputFiles({
      name: "screen.png",
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: "#36c" } })
        .png()
        .toBuffer(),
    })
    await page.getByRole("button", { name: "Send to support" }).click()
    await page.getByRole("heading", { level: 1, name: "Withdrawal missing" }).waitFor()
    await page.getByRole("img", { name: "screen.png" }).waitFor()
    const log = await page
      .context()
      .request.get((await page.getByRole("link", { name: /app\.log/ }).getAttribute("href")) ?? "")
    expect([await log.text(), log.headers()["content-security-policy"], log.headers()["content-disposition"]]).toEqual([
      "late",
      "sandbox; default-src 'none'",
      expect.stringMatching(/^attachment; filename="T\w{8}-\w{6}\.txt"$/),
    ])
    const number = numberOf(page)
    expect(number).toMatch(/^T\w{8}$/)
    await page.getByText("Waiting for support").waitFor()

    await answer(number, "Which address did you use?", "solved", 1)
    const state = async () => {
      await page.reload()
      return page.getByText("Solved", { exact: true }).count()
    }
    await expect.poll(state, { timeout: 40_000, interval: 1_000 }).toBe(1)
    await page.getByText("Which address did you use?").waitFor()
    await page.getByLabel("Not good").check()
    await page.getByLabel("What could be better?").fill("A link would help.")
    await page.getByRole("button", { name: "Send rating" }).click()
    await page.getByRole("heading", { name: "Your rating: Not good" }).waitFor()
    await page.getByLabel("Your message").fill("The new one.")
    await page.getByRole("button", { name: "Send reply" }).click()
    await page.getByText("Waiting for support").waitFor()
    await page.getByRole("link", { name: "All tickets" }).click()
    expect(await page.getByRole("listitem").filter({ hasText: number }).textContent()).toMatch(
      /Withdrawal missing.*Waiting for support.*Wallet and payments/s,
    )
    expect(await page.getByRole("listitem").filter({ hasText: number }).count()).toBe(1)
    await page.getByRole("link", { name: "Withdrawal missing" }).click()
    expect(await page.locator("ol .text").allTextContents()).toEqual([
      "I withdrew yesterday.\nWhere is it?",
      "Which address did you use?",
      "The new one.",
    ])
  })

  it("can be rated in an open page once an answer has solved it", { tags: ["long"] }, async () => {
    const page = await openAs(await site.person())
    await page.goto("/ticket")
    await fill(page, "Solved")
    await page.getByRole("button", { name: "Send to support" }).click()
    await notice(page, "Your ticket is open. We’ll email you when support answers.")
    await page.getByLabel("Your message").fill("Half a sen")
    await answer(numberOf(page), "Here it is.", "solved", 1)
    await page.getByLabel("Good", { exact: true }).check({ timeout: 40_000 })
    expect(await page.getByLabel("Your message").inputValue()).toBe("Half a sen")
  })

  it("[S2-019] shows an answer in an open page, without losing what is being written, and as a notice", {
    tags: ["long"],
  }, async () => {
    const person = await site.person()
    const page = await openAs(person)
    await page.goto("/ticket")
    expect(await accessibilityProblems(page)).toEqual([])
    await fill(page, "Live")
    await page.getByRole("button", { name: "Send to support" }).click()
    await notice(page, "Your ticket is open. We’ll email you when support answers.")
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel("Your message").fill("Half a sen")
    await answer(numberOf(page), "Here it is.", "waiting", 1)
    await page.getByText("Here it is.").waitFor({ timeout: 40_000 })
    await page.getByText("Waiting for you").waitFor()
    expect(await page.getByLabel("Your message").inputValue()).toBe("Half a sen")
    // The answer came by mail, and so does the reply to it.
    const replyTo = await replyAddress(numberOf(page))
    const mail = {
      from: person.email,
      to: replyTo,
      text: "Found it, thanks.\n\nOn 27 Nov 2026, Quire wrote:\n> Here it is.",
    }
    await createTransport({ host: "127.0.0.1", port: site.mailPort, ignoreTLS: true }).sendMail(mail)
    await page.getByText("Found it, thanks.").waitFor({ timeout: 40_000 })
    expect(await page.getByText("wrote:").count()).toBe(0)
    await page.goto("/message?type=Account")
    await page.getByText("Support answered").waitFor()
    await page
      .getByRole("link", { name: /Support answered$/ })
      .first()
      .click()
    await page.getByRole("heading", { level: 1, name: "Live" }).waitFor()
    await page.getByRole("button", { name: "Close ticket" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Close ticket" }).click()
    await notice(page, "Ticket closed")
    await page.goto("/ticket/myticket")
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("of somebody else is not found", async () => {
    const [owner, stranger] = [await site.person(), await site.person()]
    const page = await openAs(owner)
    await page.goto("/ticket")
    await fill(page, "Private")
    await page.getByRole("button", { name: "Send to support" }).click()
    await page.getByRole("heading", { level: 1, name: "Private" }).waitFor()
    const other = await openAs(stranger)
    const answered = await other.goto(`/ticket/${numberOf(page)}`)
    expect([answered?.status(), await other.getByText("Private").count()]).toEqual([404, 0])
  })

  for (const locale of LOCALES)
    it(`has pages in ${locale} that are not too wide on a phone`, {
      tags: locale === "de" ? [] : ["long"],
    }, async () => {
      const page = await openAs(await site.person({ locale }), { width: WIDTHS.phone, locale })
      for (const path of ["/ticket", "/ticket/myticket"]) {
        await page.goto(path)
        expect(await page.locator("html").getAttribute("lang")).toBe(locale)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
      }
    })
})
