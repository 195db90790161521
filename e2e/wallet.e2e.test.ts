/** @module-tag long */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseUnits } from "#contract/wallet"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { writeAddress } from "../core/chains/addresses/writeAddress.ts"
import { networks } from "../core/chains/networks.ts"
import { type LitecoinOutside, litecoinOutside, type Outside } from "../core/chains/testing/Outside.ts"
import { findLitecoind } from "../scripts/run/litecoin.ts"
import { type Backstage, openBackstage } from "./lib/backstage.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite, WIDTHS } from "./lib/index.ts"
import {
  deposit,
  donate,
  feeRises,
  type Holder,
  keepAddress,
  pausedUntilMs,
  showStatement,
  statement,
  untilItIs,
  WITHDRAWAL_PASSWORD,
  withdraw,
  withdrawElsewise,
} from "./lib/walletSteps.ts"

const litecoind = findLitecoind()
/** A story waits about a dozen times for the worker's next check, two seconds at most on an idle machine. */
const STORY_MS_MAX = 150_000
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
let site: TestSite
let browser: Browser
let backstage: Backstage
let litecoin: LitecoinOutside | undefined
let anna: TestPerson
let ben: TestPerson

/** One product: bitcoin on a demo chain, litecoin on a real node where one is installed. */
beforeAll(async () => {
  litecoin = litecoind && (await litecoinOutside(litecoind))
  const env = litecoin === undefined ? {} : { LTC_NODE: litecoin.node }
  // The test mines every block.
  const starting = startSite({ env: { SIM_BLOCK_SECONDS: "3600", ...env } })
  ;[site, browser] = await Promise.all([starting, launchBrowser()])
  backstage = openBackstage(site, env)
  anna = await site.person({ displayName: "Anna Lind", hasUserName: true })
  ben = await site.person({ displayName: "李明", hasUserName: true })
})
afterAll(async () => {
  await browser?.close()
  await backstage?.close()
  await site?.stop()
  await litecoin?.close()
})

const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
const isCut = async (page: Page) => {
  await page.waitForLoadState()
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), `quire:${name}`)
const receiver = () => ({ userCode: ben.userCode, name: "李明" })

/**
 * Two withdrawals: a large one that is cancelled while it waits for approval, and one that completes. Returns the
 * recipient.
 */
const withdrawTwice = async (holder: Holder, large: string, looks?: Details): Promise<string> => {
  const script = await keepAddress(holder)
  await withdraw(holder, large)
  await untilItIs(holder, /In review/)
  const cancel = holder.page.getByRole("button", { name: "Cancel withdrawal" })
  await cancel.click()
  await cancel.waitFor({ state: "detached" })
  await untilItIs(holder, /Cancelled/)
  await withdraw(holder, "0.1", looks?.confirmed(holder))
  await untilItIs(holder, /Waiting for confirmations/)
  await holder.outside.mine(holder.outside.network.confirmations.usual)
  await untilItIs(holder, /Arrived/)
  return script
}

/** The movements in the statement file; checks that each balance follows from the previous one. */
const movements = async (holder: Holder) => {
  const rows = await statement(holder)
  const units = (text = "0") => {
    const size = parseUnits(text.replace("-", ""), 8)
    return typeof size === "string" ? null : text.startsWith("-") ? -size : size
  }
  const ends = rows.map(([, , , , amount], index) => (units(rows[index - 1]?.[5]) ?? 0n) + (units(amount) ?? 0n))
  expect(rows.map((row) => units(row[5]))).toEqual(ends)
  return rows.map(([, , kind, , amount]) => `${kind} ${amount}`)
}

/** Extra checks made on only one of the chains. */
interface Details {
  readonly wallet: (page: Page) => Promise<void>
  readonly dialog: (dialog: Locator) => Promise<void>
  readonly given: (page: Page) => Promise<void>
  readonly confirmed: typeof feeRises
}

/** Coins are deposited, donated, withdrawn, cancelled and shown in the statement. */
const story = async (
  outside: Outside,
  person: TestPerson,
  { deposited, large }: { readonly deposited: bigint; readonly large: string },
  looks?: Details,
) => {
  const holder = { page: await openAs(person), person, outside, backstage }
  await backstage.code(person)
  await deposit(holder, deposited)
  await looks?.wallet(holder.page)
  await donate(holder, receiver(), looks?.dialog)
  await looks?.given(holder.page)
  const script = await withdrawTwice(holder, large, looks)
  expect(await outside.paid(script)).toEqual([10_000_000n])
  await expect
    .poll(() => movements(holder))
    .toEqual([expect.stringMatching(/^Deposit \d+/), "Donation -0.5", expect.stringMatching(/^Withdrawal -0\.100\d+/)])
  return holder
}

/** The line of the value is as high as its amounts, from zero on, and has a scale. */
const showValueFromZero = async (page: Page) => {
  const chart = page.getByRole("img", { name: /^Value from / })
  const label = (await chart.getAttribute("aria-label")) ?? ""
  const [, last, highest] = /last ([\d,.]+), highest ([\d,.]+),/.exec(label) ?? []
  const amount = (text = "") => Number(text.replaceAll(/,(?=\d)/g, ""))
  const heights = await chart.locator(".line").evaluate((line) => {
    const all = line.getAttribute("d")?.slice(1).split(" L") ?? []
    return all.map((point) => 100 - Number(point.split(" ")[1]))
  })
  expect(Math.abs((heights.at(-1) ?? 0) / Math.max(...heights) - amount(last) / amount(highest))).toBeLessThan(0.01)
  expect(await page.locator("figure .scale span").allTextContents()).toEqual([`${highest} USD`, "0"])
}

/** Of a person who has one and a half bitcoins. */
const details: Details = {
  wallet: async (page) => {
    await page.goto("/wallet")
    await page.locator("[data-wallet]").getByText("1.50", { exact: true }).waitFor()
    await page.getByText("Demo chain, no real coins").waitFor()
    await page.getByRole("link", { name: "Choose a currency" }).click()
    await page.getByRole("dialog").getByText("USD").click()
    await page.getByRole("button", { name: "OK" }).click()
    await page.getByText("Total value").waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await expect.poll(() => stored(page, "balance")).toContain('"availableBalance":"1.5"')
    await expect.poll(() => stored(page, "assetTypes")).toContain('{"assetTypeId":3,"name":"LTC","digits":8')
  },
  dialog: async (dialog) => {
    await dialog.getByText("1.50 BTC available").waitFor()
    const [ok, notice] = [dialog.getByRole("button", { name: "OK" }), dialog.getByRole("alert")]
    expect([await ok.getAttribute("aria-disabled"), await notice.textContent()]).toEqual(["true", ""])
    const amount = dialog.getByLabel("Amount in BTC")
    await amount.pressSequentially("x1.6y")
    expect([await amount.inputValue(), await notice.textContent()]).toEqual(["1.6", "not enough amount"])
    expect(await ok.getAttribute("aria-disabled")).toBe("true")
    await ok.click({ force: true })
    await dialog.getByLabel("Unit").selectOption("USD")
    await dialog.getByLabel("Amount in USD").pressSequentially("5.001")
    expect(await dialog.getByLabel("Amount in USD").inputValue()).toBe("5.00")
    await dialog.getByText(/^≈ 0\.0000\d+ BTC$/).waitFor()
    await dialog.getByText(/^1 BTC = [\d,.]+ USD \(rate of .+\)/).waitFor()
    await dialog.getByRole("button", { name: /^0\.001 BTC ?≈ \d+\.\d\d USD$/ }).click()
    expect([await amount.inputValue(), await notice.textContent()]).toEqual(["0.001", ""])
    await dialog
      .getByRole("status")
      .getByText(/^≈ \d+\.\d\d USD$/)
      .waitFor()
    expect(await accessibilityProblems(dialog.page())).toEqual([])
  },
  given: async (page) => {
    await expect.poll(() => stored(page, "balance")).toContain('"availableBalance":"1"')
  },
  confirmed: feeRises,
}

describe("a wallet", () => {
  it("[S2-010] [S2-011] [S2-012] [S2-013] [S2-018] requires sign-in", async () => {
    const pages = ["", "/deposit", "/withdraw", "/withdraw/management"].map((path) => `/wallet${path}`)
    for (const path of [...pages, "/transactionhistory", "/transactionhistory.csv", "/transactionhistory.pdf"]) {
      const { status, headers } = await fetch(site.origin + path, { redirect: "manual" })
      expect([path, status, headers.get("location")]).toEqual([path, 302, "/signin"])
    }
    const given = await (await fetch(`${site.origin}/donate?to=${ben.userCode}`)).text()
    expect(given).toContain("Please signin")
  })

  it(
    "[S2-010] [S2-011] [S2-012] [S2-013] [S2-018] [S3-011] [S3-031] [S4-006] [S4-009] [S2-087] [S5-013] [S5-014] [S5-015] deposits, donates, withdraws, cancels and accounts for coins on a demo chain",
    async () => {
      const { page } = await story(backstage.bitcoins, anna, { deposited: 150_000_000n, large: "0.6" }, details)
      const plain = await openAs(anna, { javaScriptEnabled: false })
      await withdrawElsewise({ page: plain, outside: backstage.bitcoins })
      await plain.goto(`/donate?to=${ben.userCode}`)
      await plain.getByLabel("Amount").fill("5")
      await plain.getByLabel("Unit").selectOption("USD")
      await plain.getByRole("button", { name: "OK" }).click()
      // The coin amount is what is confirmed; rounding up keeps its value.
      await plain.getByText("≈ 5.00 USD").waitFor()
      await plain.getByRole("button", { name: /^Donate 0\.0000\d+ BTC$/ }).waitFor()
      await page.goto("/wallet")
      await showValueFromZero(page)
      await page.goto("/wallet/withdraw?asset=BTC")
      await page.getByText(/^Available: [\d.]+ BTC \([\d,.]+.USD\)/).waitFor()
      await page.getByLabel("Amount").fill("20")
      await page.getByLabel("Unit").selectOption("USD")
      await page.getByText(/^≈ 0\.000\d+ BTC$/).waitFor()
      expect([await isCut(page), await accessibilityProblems(page)]).toEqual([false, []])
      await page.goto("/transactionhistory?asset=1&kind=donation")
      await page
        .getByText(/^-[\d,]+\.\d\d USD$/)
        .first()
        .waitFor()
      await page.getByRole("link", { name: "Donation to 李明" }).click()
      await page.getByText("Someone else · balance").waitFor()
      const number =
        (await page
          .locator("dd")
          .filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
          .textContent()) ?? ""
      await page.waitForLoadState()
      expect(await page.locator("tbody tr").allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringMatching(/You · balance\s+-0.50 BTC/)]),
      )
      await showStatement(page, number)
      await page
        .locator("form[action='/signout']")
        .first()
        .evaluate((form) => (form as HTMLFormElement).submit())
      await expect.poll(() => stored(page, "balance").catch(() => "")).toBeNull()
    },
    STORY_MS_MAX,
  )

  it.skipIf(litecoind === undefined)(
    "runs the same story on a real litecoind, and the node confirms the payment",
    async () => {
      if (litecoin === undefined) return
      const holder = await site.person({ displayName: "Mara Lind", hasUserName: true })
      await story(litecoin, holder, { deposited: 30_000_000_000n, large: "260" })
      expect(await litecoin.waiting()).toEqual([])
    },
    STORY_MS_MAX,
  )

  it("[S2-018] [S2-087] shows the recipients on a phone in Chinese, donates without scripts, and exports donations as files", async () => {
    const page = await openAs(ben, { width: WIDTHS.phone, locale: "zh-CN" })
    await page.goto("/wallet")
    await page.getByText("来自 Anna Lind").waitFor()
    expect(await isCut(page)).toBe(false)
    await page.goto("/transactionhistory?asset=2")
    await page.getByRole("link", { name: "全部交易" }).waitFor()
    await page.getByLabel("资产").selectOption({ label: "BTC" })
    await page.getByLabel("类型").selectOption({ label: "捐赠" })
    await page.getByRole("button", { name: "显示", exact: true }).click()
    await page.locator(".rows").getByText("+0.50").waitFor()
    expect([await isCut(page), await accessibilityProblems(page)]).toEqual([false, []])
    const csv = page.waitForEvent("download")
    await page.getByRole("link", { name: "导出 CSV" }).click()
    const table = (await (await (await csv).createReadStream()).toArray()).join("")
    expect(table.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFF编号,时间,类型,资产,金额,余额,对方,参考号,价值",
      expect.stringMatching(
        /^[0-9A-Z]{4}-[0-9A-Z]{4},[\d-]+T[\d:.]+Z,捐赠,BTC,0\.5,0\.5,Anna Lind \(\w+\),donation-[\w-]+,$/,
      ),
    ])

    await page.goto("/wallet")
    const plain = await openAs(ben, { width: WIDTHS.phone, locale: "de-DE", javaScriptEnabled: false })
    await plain.goto(`/donate?to=${anna.userCode}`)
    await plain.getByLabel("Betrag").fill("0.6")
    await plain.getByRole("button", { name: "OK" }).click()
    await plain.getByText("Nicht genügend Guthaben").waitFor()
    await plain.getByLabel("Betrag").fill("0.2")
    await plain.getByRole("button", { name: "OK" }).click()
    await plain.getByRole("button", { name: "0,20 BTC spenden" }).click()
    await plain.getByText("richten Sie bitte zuerst ein Auszahlungspasswort").waitFor()
    await backstage.withdrawalPassword(ben, WITHDRAWAL_PASSWORD)
    await plain.getByLabel("Auszahlungspasswort", { exact: true }).fill(WITHDRAWAL_PASSWORD)
    await plain.getByRole("button", { name: "0,20 BTC spenden" }).click()
    await plain.getByText("Anna Lind hat 0,20 BTC erhalten.").waitFor()
    // Without a reload.
    await page.getByText("0.30", { exact: true }).waitFor()
    await plain.goto("/wallet")
    await plain.getByText("0,30", { exact: true }).waitFor()
    await plain.getByRole("navigation", { name: "Wallet" }).getByRole("link", { name: "Transaktionen" }).click()
    await plain.getByLabel("Art").selectOption({ label: "Spende" })
    await plain.getByRole("button", { name: "Anzeigen", exact: true }).click()
    await plain.waitForURL("**/transactionhistory?*kind=donation")
    await plain.getByRole("link", { name: "Spende an Anna Lind" }).click()
    await plain.getByRole("heading", { name: "Alle Buchungen" }).waitFor()
    expect([await isCut(plain), await plain.locator("tbody tr").count()]).toEqual([false, 2])
  })

  it("[S2-011] shows a deposit address on a phone, provides demo coins, and creates new addresses without scripts", async () => {
    const cleo = await site.person()
    const page = await openAs(cleo, { width: WIDTHS.phone })
    await page.goto("/wallet/deposit")
    await page.getByText("Demo chain, no real coins").waitFor()
    const address = (await page.locator("[data-address]").textContent()) ?? ""
    expect(address).toMatch(/^demobtc1[a-z\d]{20,}$/)
    await page.getByRole("img", { name: "QR code of your BTC address" }).waitFor()
    const link = page.getByRole("link", { name: "Open in a wallet app" })
    expect(await link.getAttribute("href")).toBe(`bitcoin:${address}`)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "Copy address" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    const led = page.waitForURL("**/wallet/deposit?asset=BTC")
    await page.getByRole("button", { name: "Get demo coins" }).click()
    await led
    await page.getByText(/0 of \d confirmations/).waitFor()
    expect([await isCut(page), await accessibilityProblems(page)]).toEqual([false, []])
    await page.evaluate(() => document.body.setAttribute("data-same", ""))
    await backstage.bitcoins.mine(1)
    await page
      .locator("[data-same]")
      .getByText(/1 of \d confirmations/)
      .waitFor()

    const plain = await openAs(cleo, { javaScriptEnabled: false, locale: "de-DE" })
    await plain.goto("/wallet/deposit?asset=bch")
    const before = await plain.locator("[data-address]").textContent()
    expect(before).toMatch(/^demobch:q/)
    await plain.getByText("Wird nach 10 Bestätigungen gutgeschrieben.").waitFor()
    await plain.getByRole("button", { name: "Neue Adresse" }).click()
    await plain.waitForURL("**/wallet/deposit?asset=BCH")
    expect(await plain.locator("[data-address]").textContent()).not.toBe(before)
  })

  it("[S2-012] [S2-013] requires a withdrawal password before saving addresses, on a phone, and pauses withdrawals for a day after a security change", async () => {
    const person = await site.person()
    const page = await openAs(person, { width: WIDTHS.phone, timezoneId: "UTC" })
    await page.goto("/wallet/withdraw")
    await page.getByRole("link", { name: "Set up a withdrawal password" }).click()
    await page.waitForURL("**/wallet/withdraw/management#password")
    // The first password asks for one code alone.
    const proof = page.getByRole("group", { name: "Confirm it’s you" }).getByRole("textbox")
    expect(await proof.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name))).toEqual([
      "mailCode",
    ])
    const address = writeAddress(networks.BTC.demo, "p2wpkh", Buffer.alloc(20, 7))
    await page.getByRole("textbox", { name: "Name" }).fill("Ledger")
    await page.getByRole("textbox", { name: "Address" }).fill(`${address}x`)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByText("This isn’t a valid address.").waitFor()
    await page.getByRole("textbox", { name: "Address" }).fill(address)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("button", { name: "Remove: Ledger" }).waitFor()
    expect(await page.locator("code.grouped").textContent()).toContain(address.slice(0, 4))
    expect(await isCut(page)).toBe(false)
    // Full height, so that nothing is covered by the bottom bar.
    await page.setViewportSize({ width: WIDTHS.phone, height: 2_400 })
    expect(await accessibilityProblems(page)).toEqual([])
    const requested = page.getByRole("dialog", { name: "Remove the address “Ledger”?" })
    await page.getByRole("button", { name: "Remove: Ledger" }).click()
    await requested.getByRole("button", { name: "Cancel" }).click()
    await requested.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Remove: Ledger" }).click()
    await requested.getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("No addresses yet.").waitFor()

    const change = async (path: string, body: object) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
      const answer = await fetch(`${site.origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
    }
    const isInADay = async (why: string) => {
      const ms = await pausedUntilMs(page, why)
      return Math.abs(ms - Date.now() - DAY_MS) < MINUTE_MS
    }
    await change("User/UpdateSignInPassword", { password: person.password, newPassword: "quick otters sign in" })
    expect(await isInADay("Your sign-in password was changed")).toBe(true)
    await change("UserPreference/StopTwoStepVerification", { code: await backstage.code(person) })
    expect(await isInADay("Your two-step verification was changed or turned off")).toBe(true)
  })

  it("has books that match its chains to the last unit after all tests", async () => {
    const { code, out, json } = await backstage.ops("wallet", "reconcile", "--json")
    expect([code, out]).toEqual([0, expect.stringContaining('"chains"')])
    const { chains, books, readModel, unbalanced } = json()
    expect([books, readModel, unbalanced]).toEqual([[], [], []])
    expect(chains).toMatchObject(["BTC", "BCH", "LTC"].map((chain) => ({ chain, difference: "0", unsent: "0" })))
  })
})
