import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { writeAddress } from "../core/chains/addresses/writeAddress.ts"
import { networks } from "../core/chains/networks.ts"
import { type LedgerKit, openLedger } from "../core/ledger/testing/ledgerKit.ts"
import { pauseBuilds, resumeBuilds } from "../projections/runner/index.ts"
import { type Backstage, openBackstage } from "./lib/backstage.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  startSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"
import { WITHDRAWAL_PASSWORD } from "./lib/walletSteps.ts"

let site: TestSite
let browser: Browser
let backstage: Backstage
let ledger: LedgerKit
let ben: TestPerson

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ env: { SIM_BLOCK_SECONDS: "3600" } }), launchBrowser()])
  backstage = openBackstage(site)
  ledger = await openLedger(site.databaseUrl)
  ben = await site.person({ displayName: "李明", hasUserName: true })
})
afterAll(async () => {
  await browser?.close()
  await ledger?.close()
  await backstage?.close()
  await site?.stop()
})

const BITCOIN = 100_000_000n
const LITECOIN_ID = 3
/** Listening pages are notified at the next heartbeat at the latest (server/live), a little later on a busy machine. */
const LOOKED_AT_AGAIN_MS = 50_000
const ROWS_MORE_THAN_A_PAGE = 51

const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
/** A person with coins that their pages show. */
const holder = async (units: bigint, assetTypeId = 1): Promise<TestPerson> => {
  const person = await site.person({ displayName: "Anna Lind", hasUserName: true })
  await ledger.deposit(person.personId, units, assetTypeId)
  const available = async () => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
    const answer = await fetch(`${site.origin}/api/Balance/LoadBalance`, { method: "POST", headers, body: "{}" })
    const { data } = (await answer.json()) as { data: { balances: ReadonlyArray<{ availableBalance: string }> } }
    return data.balances.map(({ availableBalance }) => Number(availableBalance))
  }
  await expect.poll(available).toContain(Number(units) / Number(BITCOIN))
  return person
}
const isCut = async (page: Page) => {
  await page.waitForLoadState()
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The donation dialog on a phone in German, with an amount and a note filled in. */
const chooseGift = async (person: TestPerson, amount: string, shown: string) => {
  const page = await openAs(person, { width: WIDTHS.phone, locale: "de-DE" })
  await page.goto(`/user/${ben.userCode}`)
  await page.getByRole("link", { name: "Spenden" }).click()
  const dialog = page.getByRole("dialog", { name: "An 李明 spenden" })
  await dialog.getByLabel("Betrag in BTC").pressSequentially(amount)
  await dialog.getByLabel("Nachricht an 李明 (optional)").fill("Für die Fotos")
  const ok = dialog.getByRole("button", { name: "OK" })
  await ok.click()
  return {
    ...{ page, dialog, ok },
    give: dialog.getByRole("button", { name: `${shown} BTC spenden` }),
    password: dialog.getByLabel("Auszahlungspasswort", { exact: true }),
    refused: (words: string) => dialog.getByRole("alert").getByText(words).waitFor(),
    isCut: async () =>
      (await isCut(page)) || (await dialog.evaluate((element) => element.scrollWidth > element.clientWidth)),
  }
}

it("[S3-011] a small donation needs no verification; a larger one asks for it and keeps the form's values", async () => {
  const person = await holder(BITCOIN)
  const little = await chooseGift(person, "0.0005", "0,0005")
  expect(await little.dialog.locator("input").count()).toBe(0)
  await little.give.click()
  await little.dialog.getByText("李明 hat 0,0005 BTC erhalten.").waitFor()

  const more = await chooseGift(person, "0.1", "0,10")
  await more.give.click()
  await more.refused("richten Sie bitte zuerst ein Auszahlungspasswort oder die Zwei-Faktor-Authentifizierung ein.")
  expect([await more.isCut(), await accessibilityProblems(more.page)]).toEqual([false, []])
  const others = more.page.waitForEvent("popup")
  await more.dialog.getByRole("link", { name: "Auszahlungspasswort einrichten" }).click()
  await (await others).getByLabel("Neues Auszahlungspasswort").waitFor()
  await backstage.withdrawalPassword(person, WITHDRAWAL_PASSWORD, Date.now())
  await more.password.fill(WITHDRAWAL_PASSWORD)
  await more.give.click()
  await more.refused("wurden vor Kurzem geändert. Zu Ihrer Sicherheit können Sie bis")
  await more.dialog.getByText("Für die Fotos").waitFor()
  expect([await more.password.inputValue(), await more.isCut()]).toEqual([WITHDRAWAL_PASSWORD, false])
})

it("[S3-011] a donation shows an error for a wrong withdrawal password, and succeeds once it is right", {
  tags: ["long"],
}, async () => {
  const person = await holder(BITCOIN)
  await backstage.withdrawalPassword(person, WITHDRAWAL_PASSWORD)
  const gift = await chooseGift(person, "0.1", "0,10")
  await gift.give.click()
  await gift.refused("Bitte geben Sie Ihr Auszahlungspasswort ein.")
  await expect.poll(() => gift.password.evaluate((field) => field === document.activeElement)).toBe(true)
  await gift.password.fill("not the right sentence")
  await gift.give.click()
  await gift.refused("Falsches Auszahlungspasswort.")
  await gift.dialog.getByRole("button", { name: "Zurück" }).click()
  expect([
    await gift.dialog.getByLabel("Betrag in BTC").inputValue(),
    await gift.dialog.getByLabel("Nachricht an 李明 (optional)").inputValue(),
  ]).toEqual(["0.1", "Für die Fotos"])
  await gift.ok.click()
  await gift.give.click()
  await gift.refused("Bitte geben Sie Ihr Auszahlungspasswort ein.")
  await gift.password.fill(WITHDRAWAL_PASSWORD)
  await gift.give.click()
  await gift.dialog.getByText("李明 hat 0,10 BTC erhalten.").waitFor()
})

it("the browser's balance stays correct even if read models lag behind the response to a donation", async () => {
  const person = await holder(BITCOIN)
  const gift = await chooseGift(person, "0.0005", "0,0005")
  const stored = () => gift.page.evaluate(() => localStorage.getItem("quire:balance"))
  await expect.poll(stored).toContain('"availableBalance":"1"')
  await pauseBuilds(ledger.sql, { name: "balances" }, "test")
  await gift.give.click()
  await gift.dialog.getByText("李明 hat 0,0005 BTC erhalten.").waitFor()
  expect(await stored()).toContain('"availableBalance":"1"')
  await resumeBuilds(ledger.sql, { name: "balances" })
  await expect.poll(stored, { timeout: LOOKED_AT_AGAIN_MS }).toContain('"availableBalance":"0.9995"')
})

it("a person with coins cannot delete their account: the page links to withdrawals, and a remainder too small to withdraw must be given up explicitly", {
  tags: ["long"],
}, async () => {
  const owner = await holder(BITCOIN, LITECOIN_ID)
  const page = await openAs(owner)
  await page.goto("/settings/account")
  const part = page.locator("#delete")
  await part.getByText("You still have coins in your wallet. Please withdraw them first").waitFor()
  await part.getByLabel("Current password").fill(owner.password)
  await part.getByRole("button", { name: "Delete permanently" }).click()
  await part.getByRole("alert").getByText("You still have coins in your wallet. Please withdraw them first").waitFor()
  expect([await part.getByText("You still have coins").count(), await accessibilityProblems(page)]).toEqual([1, []])
  await part.getByRole("link", { name: "Withdraw" }).click()
  await page.waitForURL("**/wallet/withdraw?asset=LTC")

  for (const javaScriptEnabled of [true, false]) {
    const leaver = await holder(1_230n)
    const phone = await openAs(leaver, { width: WIDTHS.phone, locale: "de-DE", javaScriptEnabled })
    await phone.goto("/settings/account")
    const leaving = phone.locator("#delete")
    const given = leaving.getByLabel("Ich verzichte auf mein restliches Guthaben: 0,0000123 BTC")
    const leave = async (password: string) => {
      await leaving.getByLabel("Aktuelles Passwort").fill(password)
      // Not the calls that load a balance when a deposit arrives.
      const answered = phone.waitForResponse(
        (response) =>
          response.request().method() === "POST" && new URL(response.url()).pathname === "/settings/account",
      )
      await leaving.getByRole("button", { name: "Endgültig löschen" }).click()
      await answered
    }
    await leave(leaver.password)
    await leaving.getByRole("alert").getByText("In Ihrer Wallet ist ein kleiner Betrag").waitFor()
    expect([await given.isChecked(), await isCut(phone)]).toEqual([false, false])
    await given.check()
    await leave("somebody else's sentence")
    await leaving.locator("[aria-invalid=true]").waitFor()
    expect(await given.isChecked()).toBe(true)
    // The accessibility check is itself a script.
    if (javaScriptEnabled) expect(await accessibilityProblems(phone)).toEqual([])
    await leave(leaver.password)
    // The notice is visible for some seconds; loading the whole page may take longer.
    if (javaScriptEnabled) await notice(phone, "Ihr Konto wurde gelöscht.").waitFor()
    await phone.waitForURL(({ pathname }) => pathname === "/")
    await phone.goto("/settings/account")
    expect(new URL(phone.url()).pathname).toBe("/signin")
  }
})

it("a donation notice is counted on any open page without a reload", async () => {
  const person = await site.person({ hasUserName: true })
  const page = await openAs(person)
  await page.goto("/faq")
  const unread = async () =>
    Number((await page.locator("header [data-unread]").first().textContent())?.match(/\d+/)?.[0])
  await expect.poll(unread, { timeout: LOOKED_AT_AGAIN_MS }).toBe(1)
  // A separate donor, because unverified donations have a daily limit.
  const donor = await holder(BITCOIN)
  const headers = { "content-type": "application/json", authorization: `Bearer ${donor.token}` }
  const body = JSON.stringify({ userCode: person.userCode, assetTypeId: 1, amount: "0.0003" })
  expect((await fetch(`${site.origin}/api/Donation/donate`, { method: "POST", headers, body })).status).toBe(200)
  await expect.poll(unread, { timeout: LOOKED_AT_AGAIN_MS }).toBe(2)
  // The notice writes the amount as its reader does.
  await page.context().addCookies([{ name: "quire_lang", value: "de", url: site.origin }])
  await page.goto("/message")
  await page
    .getByText(/0,0003.BTC/)
    .first()
    .waitFor()
})

it("[S2-018] a list of movements announces a new one without shifting, and shows it on request", {
  tags: ["long"],
}, async () => {
  const person = await site.person({ hasUserName: true })
  await Promise.all(Array.from({ length: ROWS_MORE_THAN_A_PAGE }, () => ledger.deposit(person.personId, BITCOIN)))
  await ledger.deposit(ben.personId, BITCOIN)
  const give = async (amount: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${ben.token}` }
    const body = JSON.stringify({ userCode: person.userCode, assetTypeId: 1, amount })
    expect((await fetch(`${site.origin}/api/Donation/donate`, { method: "POST", headers, body })).status).toBe(200)
  }
  const page = await openAs(person, { width: WIDTHS.phone })
  const older = page.getByRole("link", { name: "Older transactions" })
  const isLong = async () => {
    await page.goto("/transactionhistory")
    return older.count()
  }
  await expect.poll(isLong).toBe(1)
  // A page announces what arrived while it was being rendered, although it may list it: all deposits are there now.
  await isLong()
  await page.evaluate(() => scrollTo(0, 600))
  const news = page.getByRole("status").getByRole("link", { name: "New transactions. Show them" })
  const places = () =>
    page.evaluate(() => [
      scrollY,
      ...Array.from(document.querySelectorAll("main li"), (row) => row.getBoundingClientRect().top),
    ])
  const before = await places()
  expect(await page.getByText("New transactions").isVisible()).toBe(false)

  await give("0.0003")
  await news.waitFor()
  expect(await places()).toEqual(before)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  const isOnTop = (link: Element) => {
    const { left, top, width, height } = link.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === link
  }
  expect([await news.evaluate(isOnTop), await isCut(page), await accessibilityProblems(page)]).toEqual([
    true,
    false,
    [],
  ])
  await news.focus()
  await page.keyboard.press("Enter")
  await page.locator(".rows").getByText("+0.0003").waitFor()
  await news.waitFor({ state: "hidden" })

  // From an older page, the announcement links to the page of the new movement.
  await older.click()
  await page.waitForURL("**/transactionhistory?cursor=*")
  await give("0.0004")
  await news.click()
  await page.locator(".rows").getByText("+0.0004").waitFor()
})

it("[S2-018] a transaction is announced once its row can be listed, even if balances or statements lag", {
  tags: ["long"],
  timeout: 180_000,
}, async () => {
  const resume = async (...names: ReadonlyArray<string>) => {
    for (const name of names) await resumeBuilds(ledger.sql, { name })
  }
  onTestFinished(() => resume("balances", "wallet"))
  const [giver, person, other] = [await holder(BITCOIN), await site.person({ hasUserName: true }), await holder(1n)]
  await ledger.deposit(person.personId, BITCOIN)
  const give = async (to: TestPerson, amount: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${giver.token}` }
    const body = JSON.stringify({ userCode: to.userCode, assetTypeId: 1, amount })
    expect((await fetch(`${site.origin}/api/Donation/donate`, { method: "POST", headers, body })).status).toBe(200)
  }
  const page = await openAs(person)
  const rows = page.locator("main ol.rows > li")
  const countRows = async () => {
    await page.goto("/transactionhistory")
    return rows.count()
  }
  await expect.poll(countRows).toBe(1)
  const news = page.getByRole("status").getByRole("link", { name: "New transactions. Show them" })
  /** The latest balances sent to the page. */
  const heardBalances = () => page.locator("body").getAttribute("data-heard")
  const listen = () =>
    page.evaluate(() =>
      new EventSource("/live").addEventListener("wallet", ({ data }: MessageEvent<string>) => {
        document.body.dataset["heard"] = data.slice(0, data.indexOf("."))
      }),
    )

  await pauseBuilds(ledger.sql, { name: "balances" }, "test")
  await give(person, "0.0002")
  await news.click({ timeout: LOOKED_AT_AGAIN_MS })
  await page.locator(".rows").getByText("+0.0002").waitFor()
  await news.waitFor({ state: "hidden" })
  await listen()
  await expect.poll(heardBalances).not.toBe(null)
  const late = await heardBalances()
  await resume("balances")
  // Pages are notified by new events in the log, not by a read model that catches up.
  await give(other, "0.0001")
  await expect.poll(heardBalances, { timeout: LOOKED_AT_AGAIN_MS }).not.toBe(late)
  expect([await news.isVisible(), await rows.count()]).toEqual([false, 2])

  const current = await heardBalances()
  await pauseBuilds(ledger.sql, { name: "wallet" }, "test")
  await give(person, "0.0003")
  await expect.poll(heardBalances, { timeout: LOOKED_AT_AGAIN_MS }).not.toBe(current)
  expect([await news.isVisible(), await countRows()]).toEqual([false, 2])
  await resume("wallet")
  await give(other, "0.0001")
  await news.click({ timeout: LOOKED_AT_AGAIN_MS })
  await page.locator(".rows").getByText("+0.0003").waitFor()
  await news.waitFor({ state: "hidden" })
  expect(await rows.count()).toBe(3)
})

/** Saves a litecoin address that can be used at once. */
const keepLitecoins = async (person: TestPerson, page: Page) => {
  await page.goto("/wallet/withdraw/management")
  await page.getByLabel("Coin").selectOption("LTC")
  await page.getByLabel("Name", { exact: true }).fill("Ledger")
  const address = writeAddress(networks.LTC.demo, "p2wpkh", Buffer.alloc(20, 7))
  await page.getByLabel("Address", { exact: true }).fill(address)
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByText(/^Available from .+$/).waitFor()
  await backstage.aDayLater(person)
}

it("[S2-012] coins of a discontinued asset can still be withdrawn, and the withdrawal can be cancelled", {
  tags: ["long"],
}, async () => {
  const person = await holder(300n * BITCOIN, LITECOIN_ID)
  await backstage.withdrawalPassword(person, WITHDRAWAL_PASSWORD)
  expect((await backstage.ops("wallet", "assets", "disable", String(LITECOIN_ID), "--yes")).code).toBe(0)
  const page = await openAs(person, { width: WIDTHS.phone })
  const tabs = async () => {
    await page.goto("/wallet/deposit")
    return page.getByRole("navigation", { name: "Coin" }).getByRole("link").allInnerTexts()
  }
  await expect.poll(tabs).toEqual(["BTC", "BCH"])

  await page.goto("/wallet")
  await page.getByText("300.00").first().waitFor()
  await keepLitecoins(person, page)
  await page.goto("/wallet/withdraw?asset=LTC")
  await page.getByLabel("Amount", { exact: true }).fill("260")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Withdrawal password", { exact: true }).fill(WITHDRAWAL_PASSWORD)
  await page.getByRole("button", { name: "Withdraw 260.00 LTC" }).click()
  const listed = page.getByRole("region", { name: "Your withdrawals" })
  await listed.getByText("In review").waitFor()
  expect([await isCut(page), await accessibilityProblems(page)]).toEqual([false, []])
  await page.getByRole("button", { name: "Cancel withdrawal" }).click()
  await listed.getByText("Cancelled").waitFor()
  await page.getByText("Available: 300.00 LTC.").waitFor()

  // A person without coins is not sent to a page that accepts no deposits.
  const none = await openAs(ben)
  await backstage.withdrawalPassword(ben, WITHDRAWAL_PASSWORD)
  await keepLitecoins(ben, none)
  await none.goto("/wallet/withdraw?asset=LTC")
  await none.getByText("You have no LTC to withdraw.").waitFor()
  expect(await none.locator("main a[href^='/wallet/deposit']").count()).toBe(0)
})

it("a user name is requested after a donation arrived, and not before [S4-036]", async () => {
  const [giver, writer] = [await holder(BITCOIN), await site.person({ displayName: "Mara Lind" })]
  const page = await openAs(writer)
  const dialog = page.getByRole("dialog", { name: "One more step" })
  await page.goto("/wallet")
  await page.getByRole("heading", { level: 1 }).waitFor()
  expect(await dialog.count()).toBe(0)

  const headers = { "content-type": "application/json", authorization: `Bearer ${giver.token}` }
  const body = JSON.stringify({ userCode: writer.userCode, assetTypeId: 1, amount: "0.0005" })
  expect((await fetch(`${site.origin}/api/Donation/donate`, { method: "POST", headers, body })).status).toBe(200)
  await expect
    .poll(async () => {
      await page.goto("/wallet")
      return dialog.count()
    })
    .toBe(1)
  expect(await dialog.getByLabel("Display name").count()).toBe(0)
  await dialog.getByLabel("Username").fill("marawrites")
  await dialog.getByRole("button", { name: "OK" }).click()
  await page.waitForURL("**/wallet")
  await page.getByRole("heading", { level: 1 }).waitFor()
  expect(await dialog.count()).toBe(0)
})
