/** @module-tag long */
import type { Browser, BrowserContext, Page } from "playwright-core"
import decodeQR from "qr/decode.js"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Issuer, startIssuer } from "../core/accounts/external/testing/issuer.ts"
import { makeAuthenticator } from "../core/accounts/testing/authenticator.ts"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { freePort } from "../scripts/run/ports.ts"
import { type Backstage, openBackstage } from "./lib/backstage.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite, WIDTHS } from "./lib/index.ts"

let site: TestSite
let browser: Browser
let issuer: Issuer
let backstage: Backstage

beforeAll(async () => {
  // Passkeys are bound to a host name; an IP address does not work.
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  issuer = await startIssuer(`${origin}/thirdparty/example/callback`)
  const env = { PORT: port, PUBLIC_ORIGIN: origin, THIRD_PARTIES: JSON.stringify([issuer.configured("example")]) }
  ;[site, browser] = await Promise.all([startSite({ env }), launchBrowser()])
  backstage = openBackstage(site)
})
afterAll(async () => {
  await browser?.close()
  await backstage?.close()
  await site?.stop()
  await issuer?.close()
})

/** Adds a virtual authenticator to a page, with user presence always given. */
const giveAuthenticator = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
}

/** The secret in the QR code, as an authenticator app reads it. */
const scan = async (page: Page): Promise<string> => {
  const picture = sharp(await page.getByRole("img", { name: /QR/ }).screenshot())
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const uri = decodeQR({ width: info.width, height: info.height, data })
  return new URL(uri).searchParams.get("secret") ?? ""
}

/** Drops the session, with no page open that would keep requesting private data. */
const forget = async (page: Page): Promise<void> => {
  await page.goto("about:blank")
  await page.context().clearCookies()
}

/** Drops the session and signs in with the password. */
const signIn = async (page: Page, { email, password }: TestPerson): Promise<void> => {
  await forget(page)
  await page.goto("/signin")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.locator("button[name=do][value=password]").click()
}
const giveCode = async (page: Page, code: string): Promise<void> => {
  await page.locator("input[name=code]").fill(code)
  await page.locator("button[value=verify]").click()
}
/** A story of many pages: twice the time of other tests. */
const STORY_MS_MAX = 120_000
const isIn = (page: Page) => expect.poll(() => new URL(page.url()).pathname).not.toMatch(/signin|twofa|thirdparty/)

describe("two-step sign-in", () => {
  it("[S2-008] [S2-092] is turned on with an authenticator, and completed with a code, a recovery code and a passkey", {
    timeout: STORY_MS_MAX,
  }, async () => {
    const person = await site.person()
    const { page, problems } = await openPage(browser, { baseURL: site.origin })
    await giveAuthenticator(page.context(), page)
    await enter(page.context(), site, person)

    await page.goto("/twofa/true")
    expect(await accessibilityProblems(page)).toEqual([])
    const current = page.getByRole("list", { name: "Two-step verification" }).locator("[aria-current=step]")
    const stepIs = (name: string) => expect.poll(async () => (await current.textContent())?.trim()).toBe(name)
    await stepIs("Scan")
    const secret = await scan(page)
    expect((await page.locator("[data-secret]").textContent())?.trim()).toBe(secret)
    const phone = makeAuthenticator(secret)
    await page.getByRole("button", { name: "Next" }).click()
    await stepIs("Confirm")
    await page.locator("input[name=code]").fill(await phone.next())
    await page.getByRole("button", { name: "Turn on" }).click()
    await page.waitForLoadState()
    const codes = await page.locator("[data-recovery-codes] li").allInnerTexts()
    expect(codes).toHaveLength(10)
    await stepIs("Save recovery codes")
    const file = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download" }).click()
    expect((await (await (await file).createReadStream()).toArray()).join("")).toBe(`${codes.join("\n")}\n`)
    await page.getByRole("button", { name: "Print" }).waitFor()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "Copy codes" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`)

    await page.getByRole("link", { name: "I’ve saved them" }).click()
    // The script that handles the form is loaded with the page.
    await page.waitForLoadState()
    await page.locator("[data-passkey-add] input[name=name]").fill("Laptop")
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByRole("button", { name: "Remove: Laptop" }).waitFor()
    await page.locator("#apps input[name=name]").fill("Reeder")
    await page.getByRole("button", { name: "Create password" }).click()
    await page.locator("[data-app-password]").waitFor()
    issuer.setPresent({ subject: "anna", email: "anna@elsewhere.example", isVerified: false })
    await page.getByRole("link", { name: "Link Example" }).click()
    await page.getByRole("button", { name: "Link Example (anna@elsewhere.example)" }).click()
    await page.getByRole("button", { name: "Unlink: Example anna@elsewhere.example" }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    await signIn(page, person)
    await giveCode(page, "000000")
    await page.getByRole("alert").filter({ hasText: "valid for 30 seconds and can be used once" }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await giveCode(page, codes[0] ?? "")
    await isIn(page)

    await signIn(page, person)
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await isIn(page)

    await forget(page)
    await page.goto("/signin")
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await isIn(page)

    await page.goto("/twofa")
    await page.locator("form:has(button[value=stop]) input[name=code]").fill(codes[1] ?? "")
    await page.getByRole("button", { name: "Turn off" }).click()
    await page.getByRole("button", { name: "Next" }).waitFor()
    await signIn(page, person)
    await isIn(page)
    await forget(page)
    await page.goto("/signin")
    await page.getByRole("link", { name: "Sign in with Example" }).click()
    await isIn(page)
    expect(problems).toEqual([])
  })

  it("[S2-009] works without scripts, on a phone, in German: code, lost authenticator, removal", async () => {
    const person = await site.person({ locale: "de" })
    const { page } = await openPage(browser, {
      baseURL: site.origin,
      width: WIDTHS.phone,
      locale: "de-DE",
      javaScriptEnabled: false,
    })
    await enter(page.context(), site, person)
    await page.goto("/twofa")
    const phone = makeAuthenticator(await scan(page))
    await page.getByRole("button", { name: "Weiter" }).click()
    await page.locator("input[name=code]").fill(await phone.next())
    await page.getByRole("button", { name: "Einschalten" }).click()
    await expect.poll(() => page.locator("[data-recovery-codes] li").count()).toBe(10)
    const widthOf = async () => {
      await page.waitForLoadState()
      return page.locator("html").evaluate((html) => html.scrollWidth)
    }
    expect(await widthOf()).toBeLessThanOrEqual(WIDTHS.phone)

    await forget(page)
    await page.goto("/signin")
    await page.locator("input[name=email]").fill(person.email)
    await page.locator("input[name=password]").fill(person.password)
    await page.locator("button[name=do][value=password]").click()
    await page.getByRole("link", { name: "Zugriff mehr" }).click()
    await page.getByLabel("E-Mail-Adresse").fill(person.email)
    await page.getByRole("button", { name: "Link senden" }).click()
    await page.getByRole("status").filter({ hasText: "unterwegs" }).waitFor()
    expect(await widthOf()).toBeLessThanOrEqual(WIDTHS.phone)

    await page.goBack()
    await page.goBack()
    await giveCode(page, await backstage.code(person))
    await isIn(page)
  })
})

it("every device is signed out after a question that can be cancelled, without scripts", async () => {
  const person = await site.person()
  const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
  await enter(page.context(), site, person)
  await page.goto("/settings/account")
  const devices = page.locator("#devices li")
  const before = await devices.count()
  const end = page.locator("#devices").getByRole("button", { name: "Sign out everywhere" })
  const question = page.getByRole("dialog", { name: "Sign out on all devices, including this one?" })
  await end.click()
  await question.getByRole("button", { name: "Cancel" }).click()
  await question.waitFor({ state: "hidden" })
  expect(await devices.count()).toBe(before)
  await end.click()
  await question.getByRole("button", { name: "Sign out everywhere" }).click()
  await page.waitForURL(`${site.origin}/`)
  await page.goto("/settings/account")
  expect(new URL(page.url()).pathname).toBe("/signin")
})
