import { join } from "node:path"
import type { Browser } from "playwright-core"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expect, it } from "vitest"
import { root } from "../scripts/run/root.ts"
import { launchBrowser, openPage } from "./lib/index.ts"

let browser: Browser
let code: string
beforeAll(async () => {
  const build = await rolldown({ input: join(root, "src/features/wallet/addressHint.ts"), platform: "browser" })
  const { output } = await build.generate({ format: "iife", minify: false })
  code = output[0].code
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const UNLIKE = "This is unlike one."
const FORM = `<form>
  <label>Coin <select name="asset"><option>BTC</option><option>BCH</option><option>LTC</option></select></label>
  <label>Address <input name="address"></label>
  <p role="status" data-address-hint="${UNLIKE}"></p>
  <button>Add</button>
</form>`

it("[S5-016] [S5-017] [S5-018] the address form warns about an address that does not match the coin, without rejecting it", async () => {
  const { page, problems } = await openPage(browser)
  await page.setContent(FORM)
  await page.addScriptTag({ content: code })
  const [coin, address, hint] = [page.getByLabel("Coin"), page.getByLabel("Address"), page.getByRole("status")]
  const leave = () => page.getByRole("button").focus()
  await address.pressSequentially("bc1qcr8te4")
  expect(await hint.textContent()).toBe("")
  await address.pressSequentially("kr609gcawutmrza0j4xv80jy8z306fyu")
  await leave()
  expect(await hint.textContent()).toBe("")
  await coin.selectOption("LTC")
  expect(await hint.textContent()).toBe(UNLIKE)
  await coin.selectOption("BTC")
  expect(await hint.textContent()).toBe("")
  await address.fill("0x52908400098527886E0F7030069857D2E4169EE7")
  await leave()
  expect(await hint.textContent()).toBe(UNLIKE)
  expect(await page.locator("form").evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(true)
  await coin.selectOption("BCH")
  expect(await hint.textContent()).toBe(UNLIKE)
  await address.fill("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")
  expect(await hint.textContent()).toBe("")
  await address.evaluate((input: HTMLInputElement) => {
    input.value = "no address"
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }))
  })
  expect(await hint.textContent()).toBe(UNLIKE)
  await address.fill("")
  expect(await hint.textContent()).toBe("")
  expect(problems).toEqual([])
})
