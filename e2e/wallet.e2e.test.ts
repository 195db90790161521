import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeAuthenticator } from "../core/accounts/testing/authenticator.ts"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { type LedgerKit, openLedger } from "../core/wallet/ledger/testing/ledgerKit.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite, WIDTHS } from "./lib/index.ts"

const [BTC, LTC] = [1, 3]

let site: TestSite
let browser: Browser
let ledger: LedgerKit
let anna: TestPerson
let ben: TestPerson
let authenticator: ReturnType<typeof makeAuthenticator>

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launchBrowser()])
  ledger = await openLedger(site.databaseUrl)
  anna = await site.person({ displayName: "Anna Lind" })
  ben = await site.person({ displayName: "李明" })
  await ledger.deposit(anna.personId, 150_000_000n, BTC)
  // At once: by the time that a code is asked for, the authenticator shows another one.
  const enrol = (body: object) => call<{ enrollmentId: string; secret: string }>("EnrollTwoStepVerification", body)
  const { enrollmentId, secret } = await enrol({})
  authenticator = makeAuthenticator(secret)
  await enrol({ enrollmentId, code: await authenticator.next() })
})
afterAll(async () => {
  await browser?.close()
  await ledger?.close()
  await site?.stop()
})

const call = async <Data>(name: string, body: object): Promise<Data> => {
  const response = await fetch(`${site.origin}/api/UserPreference/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${anna.token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Data }).data
}

const openAs = async (person: TestPerson, path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  await page.goto(path)
  return page
}
const isCut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
const keptBalance = (page: Page) => page.evaluate(() => localStorage.getItem("quire:balance"))

describe("a wallet", () => {
  it("[S2-010] [S2-018] is nobody's who is not signed in", async () => {
    for (const path of ["/wallet", "/transactionhistory", "/transactionhistory.csv", "/transactionhistory.pdf"]) {
      const { status, headers } = await fetch(site.origin + path, { redirect: "manual" })
      expect([status, headers.get("location")]).toEqual([302, "/signin"])
    }
    const donate = await (await fetch(`${site.origin}/donate?to=${ben.userCode}`)).text()
    expect(donate).toContain("Please signin")
  })

  it("[S2-010] [S3-011] [S3-031] [S4-006] [S4-009] [S2-087] [S5-013] [S5-014] [S5-015] shows what there is as it changes, and gives of it with a code", async () => {
    const page = await openAs(anna, "/wallet")
    const shown = page.locator("[data-wallet]")
    await shown.getByText("1.50", { exact: true }).waitFor()
    await page.getByText("Demo chain, no real coins").waitFor()
    await page.getByRole("link", { name: "Choose a currency" }).click()
    await page.getByRole("dialog").getByText("USD").click()
    await page.getByRole("button", { name: "OK" }).click()
    await page.getByText("Total value").waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await expect.poll(() => keptBalance(page)).toContain('"availableBalance":"1.5"')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("quire:assetTypes")))
      .toContain('{"assetTypeId":3,"name":"LTC","digits":8}')

    // Without a reload.
    await ledger.deposit(anna.personId, 200_000_000n, LTC)
    await shown.getByText("+2.00").waitFor()

    await page.goto(`/user/${ben.userCode}`)
    await page.getByRole("link", { name: "Donate" }).click()
    const dialog = page.getByRole("dialog", { name: "Donate to 李明" })
    await dialog.getByText("1.50 BTC available").waitFor()
    const ok = dialog.getByRole("button", { name: "OK" })
    const notice = dialog.getByRole("alert")
    expect([await ok.getAttribute("aria-disabled"), await notice.textContent()]).toEqual(["true", ""])
    const amount = dialog.getByLabel("Amount in BTC")
    await amount.pressSequentially("x1.6y")
    expect([await amount.inputValue(), await notice.textContent()]).toEqual(["1.6", "not enough amount"])
    expect(await ok.getAttribute("aria-disabled")).toBe("true")
    await ok.click({ force: true })
    await dialog.getByRole("button", { name: "0.001 BTC", exact: true }).click()
    expect([await amount.inputValue(), await notice.textContent()]).toEqual(["0.001", ""])
    await amount.fill("")
    await amount.pressSequentially(".5")
    await dialog.getByLabel("Message to 李明 (optional)").fill("Danke für die <Fotos>!")
    expect(await accessibilityProblems(page)).toEqual([])
    await ok.click()

    await dialog.getByText("0.50 BTC", { exact: true }).waitFor()
    const code = dialog.getByLabel("Code of your authenticator")
    const give = dialog.getByRole("button", { name: "Donate 0.50 BTC" })
    expect([await code.getAttribute("maxlength"), await give.getAttribute("aria-disabled")]).toEqual(["6", "true"])
    await code.fill("000000")
    await give.click()
    await expect.poll(() => notice.textContent()).not.toBe("")
    await code.fill(await authenticator.next())
    await give.click()
    await dialog.getByText("李明 has received 0.50 BTC.").waitFor()
    await expect.poll(() => keptBalance(page)).toContain('"availableBalance":"1"')
    await dialog.getByRole("link", { name: "Transaction History" }).click()
    await page.getByRole("link", { name: "Donation to 李明" }).click()
    await page.getByText("Somebody else · balance").waitFor()
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/You · balance\s+-0.50 BTC/)]),
    )
    await page
      .locator("form[action='/signout']")
      .first()
      .evaluate((form) => (form as HTMLFormElement).submit())
    await expect.poll(() => keptBalance(page).catch(() => "")).toBeNull()
  })

  it("[S2-018] [S2-087] tells who was given to, on a phone in Chinese, lets them give without scripts, and goes away with them as files", async () => {
    const page = await openAs(ben, "/wallet", { width: WIDTHS.phone, locale: "zh-CN" })
    await page.getByText("来自 Anna Lind").waitFor()
    expect(await isCut(page)).toBe(false)
    await page.goto("/transactionhistory?asset=3")
    await page.getByRole("link", { name: "全部交易" }).waitFor()
    await page.getByLabel("资产").selectOption({ label: "BTC" })
    await page.getByLabel("类型").selectOption({ label: "捐赠" })
    await page.getByRole("button", { name: "显示" }).click()
    await page.getByText("+0.50").waitFor()
    expect([await isCut(page), await accessibilityProblems(page)]).toEqual([false, []])
    const csv = page.waitForEvent("download")
    await page.getByRole("link", { name: "导出 CSV" }).click()
    const table = (await (await (await csv).createReadStream()).toArray()).join("")
    expect(table.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFF编号,时间,类型,资产,金额,余额,对方,参考号",
      expect.stringMatching(/^\d+,[\d-]+T[\d:.]+Z,捐赠,BTC,0\.5,0\.5,Anna Lind \(\w+\),donation-/),
    ])
    const statement = await page.request.get("/transactionhistory.pdf?kind=donation")
    expect((await statement.body()).subarray(0, 5).toString()).toBe("%PDF-")

    const plain = await openAs(ben, `/donate?to=${anna.userCode}`, {
      width: WIDTHS.phone,
      locale: "de-DE",
      javaScriptEnabled: false,
    })
    await plain.getByLabel("Betrag").fill("0.6")
    await plain.getByRole("button", { name: "OK" }).click()
    await plain.getByText("Nicht genügend Guthaben").waitFor()
    await plain.getByLabel("Betrag").fill("0.2")
    await plain.getByRole("button", { name: "OK" }).click()
    await plain.getByRole("button", { name: "0.2 BTC spenden" }).click()
    await plain.getByText("Anna Lind hat 0,20 BTC erhalten.").waitFor()
    await plain.goto("/wallet")
    await plain.getByText("0,30", { exact: true }).waitFor()
    expect(await ledger.stands(`available:1:${anna.personId}`)).toMatchObject({ posted: "120000000" })
  })
})
