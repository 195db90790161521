import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { type LitecoinOutside, litecoinOutside, type Outside } from "../core/wallet/chain/testing/Outside.ts"
import { findLitecoind } from "../scripts/lib/litecoin.ts"
import { type Backstage, openBackstage } from "./lib/backstage.ts"
import { accessibilityProblems, enter, launchBrowser, openPage, startSite, type TestSite, WIDTHS } from "./lib/index.ts"
import { deposit, donate, type Holder, keepAddress, statement, untilItIs, withdraw } from "./lib/walletSteps.ts"

const litecoind = findLitecoind()
let site: TestSite
let browser: Browser
let backstage: Backstage
let litecoin: LitecoinOutside | undefined
let anna: TestPerson
let ben: TestPerson

/** One product: its bitcoins are on a demo chain, its litecoins on a real node where there is one. */
beforeAll(async () => {
  litecoin = litecoind && (await litecoinOutside(litecoind))
  const env = litecoin === undefined ? {} : { LTC_NODE: litecoin.node }
  // Blocks come when the test mines them.
  const starting = startSite({ env: { SIM_BLOCK_SECONDS: "3600", ...env } })
  ;[site, browser] = await Promise.all([starting, launchBrowser()])
  backstage = openBackstage(site, env)
  anna = await site.person({ displayName: "Anna Lind" })
  ben = await site.person({ displayName: "李明" })
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
const isCut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), `quire:${name}`)
const receiver = () => ({ userCode: ben.userCode, name: "李明" })

/** Two withdrawals, a large one that is given up while operators are waited for, and one that arrives. Answers who was paid. */
const withdrawTwice = async (holder: Holder, large: string): Promise<string> => {
  const script = await keepAddress(holder)
  await withdraw(holder, large)
  await untilItIs(holder, /We look at it first/)
  await holder.page.getByRole("button", { name: "Give up" }).click()
  await untilItIs(holder, /Given up/)
  await withdraw(holder, "0.1")
  await untilItIs(holder, /Waits for confirmations/)
  await holder.outside.mine(holder.outside.network.confirmations.usual)
  await untilItIs(holder, /Arrived/)
  return script
}

/** What the statement's file says moved, and that each balance follows from the one before. */
const movements = async (holder: Holder) => {
  const rows = await statement(holder)
  const units = (text = "") => BigInt(Math.round(Number(text) * 1e8))
  const ends = rows.map(([, , , , amount], index) => units(rows[index - 1]?.[5] ?? "0") + units(amount))
  expect(rows.map((row) => units(row[5]))).toEqual(ends)
  return rows.map(([, , kind, , amount]) => `${kind} ${amount}`)
}

/** The whole story on one chain, the details of single pages left out. */
const story = async (
  outside: Outside,
  person: TestPerson,
  { deposited, large }: { readonly deposited: bigint; readonly large: string },
  looks: { readonly wallet?: (page: Page) => Promise<void>; readonly dialog?: (dialog: Locator) => Promise<void> } = {},
) => {
  const holder = { page: await openAs(person), person, outside, backstage }
  await backstage.code(person)
  await deposit(holder, deposited)
  await looks.wallet?.(holder.page)
  await donate(holder, receiver(), looks.dialog)
  const script = await withdrawTwice(holder, large)
  expect(await outside.paid(script)).toEqual([10_000_000n])
  expect(await movements(holder)).toEqual([
    expect.stringMatching(/^Deposit \d+/),
    "Donation -0.5",
    expect.stringMatching(/^Withdrawal -0\.100\d+/),
  ])
  return holder
}

describe("a wallet", () => {
  it("[S2-010] [S2-011] [S2-012] [S2-013] [S2-018] is nobody's who is not signed in", async () => {
    const pages = ["", "/deposit", "/withdraw", "/withdraw/management"].map((path) => `/wallet${path}`)
    for (const path of [...pages, "/transactionhistory", "/transactionhistory.csv", "/transactionhistory.pdf"]) {
      const { status, headers } = await fetch(site.origin + path, { redirect: "manual" })
      expect([path, status, headers.get("location")]).toEqual([path, 302, "/signin"])
    }
    const given = await (await fetch(`${site.origin}/donate?to=${ben.userCode}`)).text()
    expect(given).toContain("Please signin")
  })

  it("[S2-010] [S2-011] [S2-012] [S2-013] [S2-018] [S3-011] [S3-031] [S4-006] [S4-009] [S2-087] [S5-013] [S5-014] [S5-015] on a demo chain: coins come, are given, withdrawn, given up and accounted for", async () => {
    const { page } = await story(
      backstage.bitcoins,
      anna,
      { deposited: 150_000_000n, large: "0.6" },
      {
        wallet: async (page) => {
          await page.goto("/wallet")
          await page.locator("[data-wallet]").getByText("1.50", { exact: true }).waitFor()
          await page.getByText("Demo chain, no real coins").waitFor()
          await page.getByRole("link", { name: "Choose a currency" }).click()
          await page.getByRole("dialog").getByText("USD").click()
          await page.getByRole("button", { name: "OK" }).click()
          await page.getByText("Total value").waitFor()
          expect(await accessibilityProblems(page)).toEqual([])
          await expect.poll(() => kept(page, "balance")).toContain('"availableBalance":"1.5"')
          await expect.poll(() => kept(page, "assetTypes")).toContain('{"assetTypeId":3,"name":"LTC","digits":8')
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
          await dialog.getByRole("button", { name: "0.001 BTC", exact: true }).click()
          expect([await amount.inputValue(), await notice.textContent()]).toEqual(["0.001", ""])
          expect(await accessibilityProblems(dialog.page())).toEqual([])
        },
      },
    )
    await expect.poll(() => kept(page, "balance")).toMatch(/"availableBalance":"0\.899\d+"/)
    await page.goto("/transactionhistory?asset=1&kind=donation")
    await page.getByRole("link", { name: "Donation to 李明" }).click()
    await page.getByText("Somebody else · balance").waitFor()
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/You · balance\s+-0.50 BTC/)]),
    )
    await page
      .locator("form[action='/signout']")
      .first()
      .evaluate((form) => (form as HTMLFormElement).submit())
    await expect.poll(() => kept(page, "balance").catch(() => "")).toBeNull()
  })

  it.skipIf(litecoind === undefined)("on a real litecoind: the same story, and the node itself tells what was paid", async () => {
    if (litecoin === undefined) return
    const holder = await site.person({ displayName: "Mara Lind" })
    await story(litecoin, holder, { deposited: 30_000_000_000n, large: "260" })
    expect(await litecoin.waiting()).toEqual([])
  })
})
