import { Result } from "effect"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { formatUnits, parseUnits } from "#contract/wallet"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { readAddress } from "../../core/chains/addresses/readAddress.ts"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { bytesOf } from "../../core/chains/bytes.ts"
import type { Outside } from "../../core/chains/testing/Outside.ts"
import { accessibilityProblems } from "./accessible.ts"
import type { Backstage } from "./backstage.ts"

/** A person with their pages and the chain of their coins. */
export interface Holder {
  readonly page: Page
  readonly person: TestPerson
  readonly outside: Outside
  readonly backstage: Backstage
}

export const WITHDRAWAL_PASSWORD = "wise otters pay slowly"
/** The signer publishes its keys shortly after the start. */
const KEYS_MS_MAX = 60_000
/** The worker checks withdrawals every two seconds; each check here reloads the page. */
const [SENT_MS_MAX, LOOK_MS] = [60_000, 500]

/** Deposits coins to the address on the page, which shows the deposit until it is credited, without a reload. */
export const deposit = async ({ page, outside }: Holder, units: bigint): Promise<void> => {
  const { network } = outside
  const status = async () => (await page.goto(`/wallet/deposit?asset=${network.name}`))?.status()
  await expect.poll(status, { timeout: KEYS_MS_MAX }).toBe(200)
  const address = (await page.locator("[data-address]").textContent()) ?? ""
  await page.evaluate(() => document.body.setAttribute("data-same", ""))
  await outside.pay(Result.getOrThrow(readAddress(network, address)).script, units)
  await page.getByText(/^0 of \d+ confirmations/).waitFor()
  await outside.mine(network.confirmations.large)
  await page.getByText("Credited", { exact: true }).waitFor()
  await page.getByText("No incoming deposits.").waitFor()
  expect(await page.locator("body[data-same]").count()).toBe(1)
}

/** Donates half a coin in the dialog of a person's page, with a code. `meanwhile` runs before anything is chosen. */
export const donate = async (
  { page, person, outside, backstage }: Holder,
  to: { readonly userCode: string; readonly name: string },
  meanwhile: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> => {
  const asset = outside.network.name
  await page.goto(`/user/${to.userCode}`)
  await page.getByRole("link", { name: "Donate" }).click()
  const dialog = page.getByRole("dialog", { name: `Donate to ${to.name}` })
  const amount = dialog.getByLabel(`Amount in ${asset}`)
  await amount.waitFor()
  await meanwhile(dialog)
  await amount.fill("")
  await amount.pressSequentially(".5")
  await dialog.getByLabel(`Message to ${to.name} (optional)`).fill("Danke für die <Fotos>!")
  await dialog.getByRole("button", { name: "OK" }).click()
  await dialog.getByText(`0.50 ${asset}`, { exact: true }).waitFor()
  const code = dialog.getByLabel("Authenticator code")
  const give = dialog.getByRole("button", { name: `Donate 0.50 ${asset}` })
  expect([await code.getAttribute("maxlength"), await give.getAttribute("aria-disabled")]).toEqual(["6", "true"])
  await code.fill("000000")
  await give.click()
  await expect.poll(() => dialog.getByRole("alert").textContent()).not.toBe("")
  await code.fill(await backstage.code(person))
  await give.click()
  await dialog.getByText(`${to.name} has received 0.50 ${asset}.`).waitFor()
}

/**
 * Sets the withdrawal password and saves an address, which becomes usable a day later. Returns the address's script.
 */
export const keepAddress = async ({ page, person, outside, backstage }: Holder): Promise<string> => {
  const { network } = outside
  await page.goto("/wallet/withdraw/management")
  await page.getByLabel("New withdrawal password").fill(WITHDRAWAL_PASSWORD)
  await page.getByLabel("Authenticator code").fill(await backstage.code(person))
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Your withdrawal password was saved.").waitFor()
  const script = await outside.payee()
  await page.getByLabel("Coin").selectOption(network.name)
  await page.getByLabel("Name", { exact: true }).fill("Ledger")
  await page.getByLabel("Address", { exact: true }).fill(writeAddress(network, "p2wpkh", bytesOf(script.slice(4))))
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByText(/^Available from .+$/).waitFor()
  await page.goto(`/wallet/withdraw?asset=${network.name}`)
  await page.getByText(`You have no ${network.name} address that you can use yet.`).waitFor()
  await backstage.aDayLater(person)
  return script
}

/**
 * Requests a withdrawal to the saved address and confirms it with password and code after reviewing. `meanwhile` runs
 * between review and confirmation.
 */
export const withdraw = async (
  holder: Holder,
  amount: string,
  meanwhile: (confirm: () => Promise<void>) => Promise<void> = async () => {},
): Promise<void> => {
  const { page, person, outside, backstage } = holder
  const asset = outside.network.name
  const units = parseUnits(amount, 8)
  const shown = typeof units === "string" ? amount : formatUnits(units, 8, "en")
  await page.goto(`/wallet/withdraw?asset=${asset}`)
  await page.getByRole("radio", { name: "Ledger" }).check()
  await page.getByLabel("Amount", { exact: true }).fill(amount)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByText("Please check the details. Withdrawals can’t be undone.").waitFor()
  await page.getByText(`${shown} ${asset}`, { exact: true }).waitFor()
  const confirm = async () => {
    await page.getByLabel("Withdrawal password", { exact: true }).fill(WITHDRAWAL_PASSWORD)
    await page.getByLabel("Authenticator code").fill(await backstage.code(person))
    await page.getByRole("button", { name: `Withdraw ${shown} ${asset}` }).click()
  }
  await meanwhile(confirm)
  await confirm()
  await page.getByText("Please check the details.").waitFor({ state: "detached" })
}

/** The fee rises between review and confirmation: nothing is sent, and the new fee must be accepted. */
export const feeRises =
  ({ page, outside, backstage }: Holder): Parameters<typeof withdraw>[2] =>
  async (confirm) => {
    const asset = outside.network.name
    await page.waitForLoadState()
    const sent = await page.getByRole("region", { name: "Your withdrawals" }).getByRole("listitem").count()
    await page.getByText(`0.00004 ${asset}`, { exact: true }).waitFor()
    await backstage.feesFrom(9_000n)
    await confirm()
    await page.getByRole("alert").getByText("The network fee has risen. Please check the new fee").waitFor()
    await page.getByText(`0.00009 ${asset}`, { exact: true }).waitFor()
    await page.waitForLoadState()
    expect(await page.getByText(`0.00004 ${asset}`, { exact: true }).count()).toBe(0)
    expect(await page.getByLabel("Withdrawal password", { exact: true }).inputValue()).toBe("")
    expect(await page.getByRole("region", { name: "Your withdrawals" }).getByRole("listitem").count()).toBe(sent)
  }

/**
 * Nothing is sent if the submitted form differs from the review. A wrong password is reported beside its field, and the
 * form keeps its values.
 */
export const withdrawElsewise = async ({ page, outside }: Pick<Holder, "page" | "outside">): Promise<void> => {
  await page.goto(`/wallet/withdraw?asset=${outside.network.name}`)
  await page.getByRole("radio", { name: "Ledger" }).check()
  await page.getByLabel("Amount", { exact: true }).fill("0.9")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByText("not enough amount").waitFor()
  await page.getByLabel("Amount", { exact: true }).fill("0.1")
  await page.getByRole("button", { name: "Continue" }).click()
  const hidden = (name: string) => page.locator(`form:has(button[value=send]) input[name=${name}]`)
  const send = async () => {
    await page.getByLabel("Withdrawal password", { exact: true }).fill("not the right sentence")
    await page.getByLabel("Authenticator code").fill("000000")
    const answered = page.waitForResponse((response) => response.request().method() === "POST")
    await page.locator("button[value=send]").click()
    expect((await answered).status()).toBe(400)
  }
  const changes = { amount: "0.2", fee: "0.00000001", address: "elsewhere", speed: "fast" }
  for (const [name, value] of Object.entries(changes)) {
    await hidden(name).evaluate((input, changed) => Object.assign(input, { value: changed }), value)
    await send()
    await page.getByText("The details have changed since you confirmed. Nothing was sent").waitFor()
  }
  await send()
  await page.getByText("Wrong withdrawal password.").waitFor()
  expect([await hidden("amount").inputValue(), await hidden("speed").inputValue()]).toEqual(["0.2", "fast"])
}

/** Until when the page says that withdrawals are paused, with its reason; for a browser in UTC. */
export const pausedUntilMs = async (page: Page, why: string): Promise<number> => {
  await page.goto("/wallet/withdraw")
  const said = (await page.getByRole("alert").textContent()) ?? ""
  const [, until = ""] = new RegExp(`^${why}.* withdrawals are paused until (.+)\\.$`).exec(said) ?? []
  expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0)
  return Date.parse(`${until} UTC`)
}

/** Polls the state of the newest withdrawal. */
export const untilItIs = async ({ page }: Holder, status: string | RegExp): Promise<void> => {
  const newest = page.getByRole("region", { name: "Your withdrawals" }).getByRole("listitem").first()
  const shown = async () => {
    await page.reload()
    return newest.textContent()
  }
  await expect.poll(shown, { timeout: SENT_MS_MAX, interval: LOOK_MS }).toMatch(status)
}

/** Downloads the statement: the CSV rows without the header, oldest first. Also checks that there is a PDF. */
export const statement = async ({ page, outside }: Holder): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const query = `?asset=${outside.network.assetTypeId}`
  const pdf = await page.request.get(`/transactionhistory.pdf${query}`)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-")
  const csv = await (await page.request.get(`/transactionhistory.csv${query}`)).text()
  const [, ...rows] = csv.trim().split("\r\n")
  return rows.map((row) => row.split(",")).toReversed()
}

/** The statement of the month shows balances that add up, and finds the donation by its category and its number. */
export const showStatement = async (page: Page, number: string) => {
  await page.goto("/transactionhistory?asset=1")
  const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format()
  await page.getByLabel("Month or year").selectOption(month)
  await page.getByRole("button", { name: "Show statement" }).click()
  await page.waitForURL("**/transactionhistory?*period=*")
  const rows = await page.locator("[data-account='available:1'] > div").allInnerTexts()
  const units = rows.map((row) => {
    const [, sign = "", text = ""] = /([+-]?)([\d.]+) BTC/.exec(row) ?? []
    const size = parseUnits(text, 8)
    return typeof size === "string" ? 0n : sign === "-" ? -size : size
  })
  expect(rows.map((row) => row.split(/\s*\n|\t/)[0])).toEqual([
    "Opening balance",
    "Deposit",
    "Donation sent",
    "Withdrawal",
    "Closing balance",
  ])
  expect([units[0], units.slice(1, -1).reduce((sum, each) => sum + each, 0n)]).toEqual([0n, units.at(-1)])
  await page.getByLabel("Kind").selectOption("Donation sent")
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill(number)
  await page.getByRole("button", { name: "Show", exact: true }).click()
  await page.waitForURL("**/transactionhistory?*kind=donation.out*")
  expect([await page.locator(".history .rows > li").count(), await accessibilityProblems(page)]).toEqual([1, []])
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("nothing like it")
  await page.getByRole("button", { name: "Show", exact: true }).click()
  await page.getByText("No Data").waitFor()
  const query = new URL(page.url()).searchParams.get("period")
  const csv = await (await page.request.get(`/transactionhistory.csv?asset=1&period=${query}`)).text()
  const kinds = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(",")[2])
  expect([kinds[1], kinds.at(-1)]).toEqual(["Closing balance", "Opening balance"])
}
