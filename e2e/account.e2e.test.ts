import { randomUUID } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import postgres from "postgres"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { FollowableFeed } from "#contract/follows"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  notice,
  openPage,
  readMail,
  sharedLibrary,
  type TestLibrary,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

let library: TestLibrary
let site: TestSite
let feed: FollowableFeed
let browser: Browser

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  site = library.site
  feed = await library.add("Alpha", hourly("Alpha", 3))
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** A story of many pages, which all wait for their read models: twice the time of other tests. */
const STORY_MS_MAX = 120_000
const PASSWORD = "a sentence about harbours"
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const submit = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("button", { name, exact: true }).click()
/** Skips the welcome dialog; these tests are about other pages. */
const ungreeted = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem("quire:welcome", '{"showedWelcome":true}')
    localStorage.setItem("quire:intro", '{"shown":9}')
  })

it("[S2-005] [S2-006] [S2-014] [S2-021] [S2-043] [S2-044] [S2-045] [S2-057] [S2-058] [S2-062] [S2-082] [S3-029] [S4-001] [S4-011] [S4-034] [S4-035] [S4-037] [S5-012] [S7-052] a reader signs up, verifies their email address, edits their profile, and signs out", {
  timeout: STORY_MS_MAX,
}, async () => {
  const { page, problems } = await openPage(browser)
  await ungreeted(page)
  const email = `mara-${randomUUID()}@reader.example`
  await page.goto(`${site.origin}/signup/noinvite`)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password").fill("qwertyuiop1")
  await submit(page, "Create account")
  expect(await page.getByLabel("Password").getAttribute("aria-invalid")).toBe("true")
  await page.getByLabel("Password").fill(PASSWORD)
  await submit(page, "Create account")
  await page.getByRole("heading", { name: "Check your email" }).waitFor()

  const { link, text } = await readMail(site, email, "activation")
  expect(text).toContain("Welcome to Quire")
  await page.goto(link)
  // Opening the link verifies nothing yet: mail scanners open links too.
  expect(await page.evaluate(() => document.documentElement.dataset["member"])).toBeUndefined()
  await submit(page, "Confirm email address")

  const dialog = page.getByRole("dialog", { name: "One more step" })
  const ok = dialog.getByRole("button", { name: "OK" })
  await expect.poll(() => ok.getAttribute("aria-disabled")).toBe("true")
  expect(await accessibilityProblems(page)).toEqual([])
  for (const key of ["Escape", "Escape", "Escape"]) await page.keyboard.press(key)
  await page.mouse.click(5, 5)
  await page.goto(`${site.origin}/newsfeeds`)
  await page.goBack()
  expect(await dialog.isVisible()).toBe(true)
  await expect.poll(() => ok.getAttribute("aria-disabled")).toBe("true")
  // Playwright does not click disabled buttons.
  await ok.evaluate((button: HTMLButtonElement) => button.click())
  expect(await dialog.getByRole("alert").textContent()).toMatch(/Minimum 3 characters.*Choose a code/)
  await dialog.getByLabel("Display name").fill("Mara Lind")
  expect(await ok.getAttribute("aria-disabled")).toBe("true")
  await dialog.locator("label.chip").first().click()
  expect(await ok.getAttribute("aria-disabled")).toBe("false")
  await ok.click()
  await dialog.waitFor({ state: "detached" })
  await notice(page, "Saved").waitFor()

  const code = (await page.locator("html").getAttribute("data-member")) ?? ""
  expect(code).toMatch(/^QI/)
  await expect.poll(() => stored(page, "quire:user")).toContain('"displayName":"Mara Lind"')
  expect(await stored(page, "quire:token")).toMatch(/^[\w-]{43}$/)
  await expect.poll(() => stored(page, "quire:signToken")).toMatch(/=$/)
  expect(JSON.stringify(await page.context().cookies())).toContain('"name":"quire_session"')
  expect(await page.evaluate(() => document.cookie)).not.toContain("quire_session")

  const menu = page.locator("[data-member-menu]")
  expect(await menu.getByRole("link", { name: "Settings" }).isVisible()).toBe(false)
  await menu.hover()
  expect(await menu.getByRole("link", { name: "Profile Page" }).getAttribute("href")).toBe(`/user/${code}`)
  await menu.getByRole("link", { name: "Settings" }).click()
  await page.waitForURL(`${site.origin}/settings/account`)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto(`${site.origin}/searchuser?kw=mara`)
  expect(await page.locator("main").getByRole("link", { name: "Mara Lind" }).getAttribute("href")).toBe(`/user/${code}`)

  await page.goto(`${site.origin}/c/${code}`)
  await page.getByRole("heading", { name: "Mara Lind" }).waitFor()

  // The feed is verified as hers once the page says so.
  const drawer = page.locator("dialog.drawer")
  await page.goto(`${site.origin}/newsfeeds?feed=${feed.feedId}`)
  await drawer.hover()
  await drawer.getByRole("link", { name: "Claim this feed" }).click()
  await page.getByRole("button", { name: "Check now" }).click()
  await page.getByRole("alert").waitFor()
  const profilePage = `<title>Alpha</title><link rel="me" href="${site.origin}/user/${code}">`
  library.publisher.serve("/Alpha/", "text/html", profilePage)
  await page.getByRole("button", { name: "Check now" }).click()
  await page.locator("main").getByRole("link", { name: "Alpha" }).click()
  await page.locator("main").getByRole("link", { name: "Mara Lind" }).waitFor()
  await page.goto(`${site.origin}/newsfeeds?feed=${feed.feedId}`)
  await drawer.hover()
  await drawer.getByText("This feed is yours").waitFor()
  expect(await drawer.getByRole("link", { name: "Claim this feed" }).count()).toBe(0)
  await page.goto(site.origin)
  expect(problems).toEqual([])

  await menu.hover()
  await menu.getByRole("button", { name: "Sign out" }).click()
  await notice(page, "logged out").waitFor()
  for (const key of ["quire:user", "quire:token", "quire:signToken"])
    await expect.poll(() => stored(page, key)).toBeNull()
  await page.goto(`${site.origin}/settings/account`)
  expect(new URL(page.url()).pathname).toBe("/signin")
  for (const path of [
    `/c/${feed.code}/alpha-item-2/`,
    `/c/letters/alpha-item-2/${feed.code}`,
    `/c/${feed.code}/alpha-item-2`,
  ]) {
    await page.goto(site.origin + path)
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Alpha item 2")
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.goto(`${site.origin}/c/${code}`)
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Sign In")
  // On a busy machine the page may still request a session that has just ended.
  expect(problems.filter((each) => !/^Failed to load resource: .* status of 401 /.test(each))).toEqual([])
})

it("[S2-004] [S2-030] [S2-042] [S2-065] [S4-038] [S5-007] [S5-010] [S6-003] a reader signs up without scripts, on a phone and in German, sets a picture, and signs in with a code instead of the password", {
  timeout: STORY_MS_MAX,
}, async () => {
  const { page } = await openPage(browser, { width: WIDTHS.phone, locale: "de-DE", javaScriptEnabled: false })
  const email = "jonas@reader.example"
  await page.goto(`${site.origin}/signin`)
  await page.locator("main").getByRole("link", { name: "Registrieren" }).click()
  await page.getByLabel("E-Mail-Adresse").fill(email)
  // An invitation code is always optional; the form keeps its values after an error.
  await page.getByRole("button", { name: "Ich habe einen Einladungscode" }).click()
  expect(new URL(page.url()).pathname).toBe("/signup")
  expect(await page.getByLabel("Einladungscode (optional)").inputValue()).toBe("")
  expect(await page.getByLabel("E-Mail-Adresse").inputValue()).toBe(email)
  await page.getByLabel("Passwort").fill(PASSWORD)
  await submit(page, "Konto anlegen")
  const activation = await readMail(site, email, "activation")
  expect(activation.text).toContain("Willkommen bei Quire")
  await page.getByLabel("Code aus der E-Mail").fill(activation.code === "000000" ? "111111" : "000000")
  await submit(page, "E-Mail-Adresse bestätigen")
  await page.getByText("Dieser Code").waitFor()
  await page.getByLabel("Code aus der E-Mail").fill(activation.code)
  await submit(page, "E-Mail-Adresse bestätigen")

  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Registrierung abbrechen" }).click()
  await notice(page, "Abgemeldet").waitFor()
  await page.goto(`${site.origin}/signin`)
  await page.getByLabel("E-Mail-Adresse").fill(email)
  await page.getByLabel("Passwort").fill(PASSWORD)
  await submit(page, "Anmelden")
  await dialog.getByRole("button", { name: "OK" }).click()
  await dialog.getByText("Mindestens 3 Zeichen").waitFor()
  await dialog.getByLabel("Anzeigename").fill("Jonas Weiß")
  await dialog.locator("label.chip").first().click()
  await dialog.getByRole("button", { name: "OK" }).click()
  await page.waitForLoadState()
  expect(await dialog.isVisible()).toBe(false)

  await page.goto(`${site.origin}/settings/account`)
  await page.getByLabel("Über Sie").fill(`<script>alert(1)</script> "Hallo" & Grüße, https://mara.example/a?b=1.`)
  await page.locator("button[value=profile]").click()
  await page.locator("#profile [data-saved]").getByText("Gespeichert").waitFor()
  await page.getByLabel("Benutzername").fill("1jonas")
  await page.locator("button[value=userName]").click()
  await page.getByText("Bitte geben Sie den Text im richtigen Format ein").waitFor()
  const picture = sharp({ create: { width: 900, height: 500, channels: 3, background: "#0a6" } })
  const file = { name: "wide.jpg", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() }
  const portrait = { ...file, name: "me.jpg", buffer: await picture.clone().resize(300, 300).jpeg().toBuffer() }
  await page.getByLabel("Profilbild").setInputFiles({ ...file, buffer: Buffer.from("<svg onload='alert(1)'/>") })
  await page.getByRole("button", { name: "Profilbild speichern" }).click()
  await notice(page, "Dieses Bild ist nicht lesbar").waitFor()
  for (const name of ["Profilbild", "Titelbild"]) {
    await page.getByLabel(name).setInputFiles(name === "Titelbild" ? file : portrait)
    await page.getByRole("button", { name: `${name} speichern` }).click()
    await notice(page, "Gespeichert").waitFor()
  }

  await page.getByRole("link", { name: "Meine Seite ansehen" }).click()
  await page.getByText(`<script>alert(1)</script> "Hallo" & Grüße`).waitFor()
  const own = page.getByRole("link", { name: "https://mara.example/a?b=1", exact: true })
  expect([await own.getAttribute("href"), await own.getAttribute("rel")]).toEqual([
    "https://mara.example/a?b=1",
    "nofollow ugc noreferrer noopener",
  ])
  const shown = () => page.locator("img.header").evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(shown).toBe(900)
  const avatar = page.locator("main header img")
  expect(await avatar.getAttribute("src")).toContain("&v=")
  await page.locator("main header .acts").getByRole("link").last().click()
  await page.getByRole("button", { name: "Titelbild entfernen" }).click()
  await notice(page, "Gespeichert").waitFor()
  await page.getByRole("link", { name: "Meine Seite ansehen" }).click()
  expect(await page.locator("img.header").count()).toBe(0)
  expect(await avatar.getAttribute("src")).toContain("&v=")
  const user = new URL(page.url()).pathname
  await page.goto(site.origin + user.replace("/user/", "/accountevent/"))
  await page.getByText("Ist Quire beigetreten").waitFor()

  await page.goto(site.origin)
  await page.getByRole("button", { name: "Menü" }).click()
  const drawer = page.locator("#menu")
  expect(await drawer.getByRole("link", { name: "Profilseite" }).getAttribute("href")).toBe(user)
  await drawer.getByRole("button", { name: "Abmelden" }).click()
  await notice(page, "Abgemeldet").waitFor()
  expect((await page.goto(site.origin + user))?.status()).toBe(200)

  // Sign-in returns to the page that required it, never to another site.
  await page.goto(`${site.origin}/signin?by=code&redirect=${encodeURIComponent("//evil.example/")}`)
  await page.getByLabel("E-Mail-Adresse").fill(email)
  await submit(page, "Code senden")
  await page.getByLabel("Code aus der E-Mail").fill((await readMail(site, email, "signIn")).code)
  await submit(page, "Anmelden")
  expect(page.url()).toBe(`${site.origin}/newsfeeds`)
})

it("a notice says that a code was mailed, on any page [S8-012] [S7-046]", { tags: ["long"] }, async () => {
  const guest = (await openPage(browser, { baseURL: site.origin })).page
  const isSaid = async (page: Page) => {
    await notice(page, "Verification code sent successfully, please check email").waitFor()
    await page.goto("/faq")
  }
  const { email } = await site.person()
  for (const [path, button] of [
    ["/signin?by=code", "Send me a code"],
    ["/forgetpwd", "Send me a code"],
  ] as const) {
    await guest.goto(path)
    await guest.getByLabel("Email address").fill(email)
    await submit(guest, button)
    await isSaid(guest)
  }
  await guest.goto("/signup/noinvite")
  await guest.getByLabel("Email address").fill("noor@reader.example")
  await guest.getByLabel("Password").fill(PASSWORD)
  await submit(guest, "Create account")
  await isSaid(guest)

  const { page } = await openPage(browser, { baseURL: site.origin })
  for (const [path, button] of [
    ["/settings/account", "#password button[value=passwordCode]"],
    ["/settings/account", "#delete button[value=deleteCode]"],
    ["/wallet/withdraw/management", "button[value=mail]"],
  ] as const) {
    await enter(page.context(), site, await site.person())
    await page.goto(path)
    await page.locator(`main ${button}`).click()
    await isSaid(page)
  }
  // The button appears only for sessions that are some minutes old.
  await page.goto("/twofa")
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { method: "post" })
    form.append(Object.assign(document.createElement("input"), { name: "do", value: "send" }))
    document.body.append(form)
    form.submit()
  })
  await isSaid(page)
})

it("several field errors appear in one notice for 5 s and beside their fields [S8-013]", async () => {
  const { page } = await openPage(browser, { baseURL: site.origin })
  await page.goto("/signup/noinvite")
  // The browser blocks this submission unless the form's constraints are removed.
  await page
    .locator("main form")
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true
      for (const input of form.querySelectorAll("input")) input.removeAttribute("maxlength")
    })
  await page.getByLabel("Email address").fill("a".repeat(400))
  await page.getByLabel("Password").fill("a".repeat(5_000))
  await submit(page, "Create account")
  const said = notice(page, "Please correct 2 fields:")
  await said.waitFor()
  expect((await said.textContent())?.trim().split("\n")).toHaveLength(3)
  expect(await said.evaluate((toast) => getComputedStyle(toast).animationDuration)).toBe("5s")
  for (const label of ["Email address", "Password"])
    expect(await page.getByLabel(label).getAttribute("aria-invalid")).toBe("true")
  await said.waitFor({ state: "hidden" })
  expect(await page.getByLabel("Password").getAttribute("aria-invalid")).toBe("true")

  // A single error appears only beside its field.
  await page.getByLabel("Email address").fill("noor@reader.example")
  await page.getByLabel("Password").fill("short")
  await page
    .locator("main form")
    .first()
    .evaluate((form: HTMLFormElement) => form.submit())
  await page.getByText("Minimum 10 characters").first().waitFor()
  expect(await page.locator("#toasts .toast").count()).toBe(0)
})

it("[S2-007] a new password ends every session and an account can be deleted, in Chinese", async () => {
  const { page } = await openPage(browser, { locale: "zh-CN" })
  await ungreeted(page)
  const email = "jonas@reader.example"
  const signIn = async (password: string) => {
    await page.goto(`${site.origin}/signin`)
    await page.getByLabel("电子邮箱").fill(email)
    await page.getByLabel("密码").fill(password)
    await submit(page, "登录")
  }
  await signIn(PASSWORD)
  await page.waitForURL(`${site.origin}/newsfeeds`)
  await expect.poll(() => stored(page, "quire:token")).not.toBeNull()

  // The password is reset in another browser. An open page would go to sign-in by itself, in the middle of a visit.
  await page.goto("about:blank")
  const other = (await openPage(browser, { locale: "zh-CN" })).page
  await other.goto(`${site.origin}/forgetpwd`)
  await other.getByLabel("电子邮箱").fill(email)
  await submit(other, "发送验证码")
  await other.goto((await readMail(site, email, "reset")).link)
  await other.getByLabel("新密码").fill("另一句关于港口的话语很长")
  await submit(other, "修改密码")
  await notice(other, "密码已修改").waitFor()
  await page.goto(`${site.origin}/settings/account`)
  expect(new URL(page.url()).pathname).toBe("/signin")
  await expect.poll(() => stored(page, "quire:token")).toBeNull()

  await signIn("另一句关于港口的话语很长")
  // Sign-in leads back to the page that was refused.
  await page.waitForURL(`${site.origin}/settings/account`)
  const code = (await page.locator("html").getAttribute("data-member")) ?? ""
  const sql = postgres(site.databaseUrl, { max: 1 })
  const [account] = await sql<Array<{ id: string }>>`select person_id as id from read.account where user_code = ${code}`
  const pictures = async () => (await sql`select 1 from pictures.picture where person_id = ${account?.id ?? ""}`).length
  expect(await pictures()).toBe(2)
  await page.goto(`${site.origin}/settings/account`)
  await page.locator("#delete").getByLabel("当前密码").fill("另一句关于港口的话语很长")
  await page.locator("#delete").getByRole("button", { name: "永久删除" }).click()
  await notice(page, "你的账号已删除").waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset["member"])).toBeUndefined()
  await expect.poll(async () => (await fetch(`${site.origin}/user/${code}`, { redirect: "manual" })).status).toBe(302)
  await expect.poll(pictures).toBe(0)
  await sql.end()
})

it("a person changes their email address without scripts, and both addresses get a mail", async () => {
  const person = await site.person()
  const { page } = await openPage(browser, { javaScriptEnabled: false, width: WIDTHS.phone })
  await enter(page.context(), site, person)
  const address = `new.${person.email}`
  await page.goto(`${site.origin}/settings/account#email`)
  const section = page.locator("#email")
  await section.getByText(`go to ${person.email}`).waitFor()
  await section.getByLabel("New email address").fill(address)
  await section.getByLabel("Current password").fill(person.password)
  await section.getByRole("button", { name: "Send code" }).click()
  await section.getByText(`We sent a code to ${address}`).waitFor()
  const first = (await readMail(site, address, "email")).code
  await section.getByRole("button", { name: "Send again" }).click()
  await expect.poll(async () => (await readMail(site, address, "email")).code).not.toBe(first)
  await section.locator("#email-confirmation").fill((await readMail(site, address, "email")).code)
  await section.getByRole("button", { name: "Use this address" }).click()
  await section.getByText(`go to ${address}`).waitFor()
  expect((await readMail(site, person.email, "emailChanged")).text).toContain("now uses another email address")
})

it.each([
  ["[S2-010]", "/wallet"],
  ["[S2-011]", "/wallet/deposit?asset=1"],
  ["[S2-012]", "/wallet/withdraw"],
  ["[S2-013]", "/wallet/withdraw/management"],
  ["[S2-014]", "/settings/account"],
  ["[S2-018]", "/transactionhistory?kind=donation"],
  ["[S2-021]", "/searchuser?kw=mara"],
  ["[S2-028]", "/message/chatlist"],
  ["[S2-027]", "/message"],
])("%s a guest who needs to sign in at %s returns there afterwards", async (_row, path) => {
  const person = await site.person()
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(site.origin + path)
  await page.getByLabel("Email address").fill(person.email)
  await page.getByLabel("Password").fill(person.password)
  await submit(page, "Sign In")
  await page.waitForURL(site.origin + path)
  // Only once: the next sign-in leads home.
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("quire_return")
})

it("guests can open a person's page by user code or channel code, their events, and the page for linking a channel [S2-030] [S2-041] [S2-042]", async () => {
  const { userCode } = await site.person()
  const sql = postgres(site.databaseUrl, { max: 1 })
  const rows = await sql`update read.account set channel_code = 'CHLINDMARA' where user_code = ${userCode} returning 1`
  await sql.end()
  expect(rows).toHaveLength(1)
  const { page } = await openPage(browser, { baseURL: site.origin })
  for (const [path, heading] of [
    [`/user/${userCode}`, "Anna Muster"],
    ["/user/CHLINDMARA", "Anna Muster"],
    [`/accountevent/${userCode}`, /./],
    ["/verifylinkaccount", /./],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    expect(await page.getByRole("heading", { name: "Sign In" }).count(), path).toBe(0)
  }
})

it("a password can be shown and hidden by keyboard, and without scripts there is no button for it", async () => {
  const { page } = await openPage(browser, { baseURL: site.origin })
  await page.goto("/signup")
  const password = page.getByLabel("Password")
  await password.fill(PASSWORD)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  expect(await password.getAttribute("type")).toBe("text")
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("button", { name: "Show password", pressed: true }).click()
  expect([await password.getAttribute("type"), await password.inputValue()]).toEqual(["password", PASSWORD])

  const { page: plain } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
  await plain.goto("/signup")
  expect(await plain.getByRole("button", { name: "Show password" }).count()).toBe(0)
})

it("the sign-up page says whether an invitation code is valid before the form is sent [S7-049]", async () => {
  const inviter = await site.person()
  const { page } = await openPage(browser, { baseURL: site.origin })
  await enter(page.context(), site, inviter)
  await page.goto("/settings/account")
  await page.locator("button[value=invite]").click()
  const code = (await page.locator("#invites").textContent())?.match(/[0-9A-HJKMNP-TV-Z]{12}/)?.[0]
  await page.context().clearCookies()
  await page.goto(`/signup?invite=${code}`)
  await page.getByText("This invitation is valid").waitFor()
  await page.goto("/signup?invite=000000000000")
  await page.getByText("This invitation is invalid or has already been used").waitFor()
})
