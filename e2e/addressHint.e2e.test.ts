import { join } from "node:path"
import type { Browser } from "playwright-core"
import { encodeQR } from "qr"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expect, it } from "vitest"
import { root } from "../scripts/run/root.ts"
import { launchBrowser, openPage } from "./lib/index.ts"

let browser: Browser
let [code, scanCode] = ["", ""]
const bundle = async (name: string): Promise<string> => {
  const build = await rolldown({ input: join(root, `src/features/wallet/${name}`), platform: "browser" })
  const { output } = await build.generate({ format: "iife", minify: false, codeSplitting: false })
  return output[0].code
}
beforeAll(async () => {
  ;[code, scanCode] = await Promise.all([bundle("addressHint.ts"), bundle("scanAddress.ts")])
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
const SCAN = `<p data-scanned="Compare it"></p><button type="button" data-scan hidden>Scan</button></form>`

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

it("an address is scanned with the camera, of whatever coin its code is", { timeout: 60_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await page.setContent(
    `${FORM.replace("</form>", SCAN)}<dialog id="scan"><video muted></video><p data-hint="Hold it"></p></dialog>`,
  )
  const address = "ltc1qgf7lm9dj7dnl68g0zhkhdv2ey4jt9hf7v5wccv"
  const qr = encodeQR(`LITECOIN:${address.toUpperCase()}?amount=1`, "svg")
  // A camera that looks at the code.
  await page.evaluate(async (svg) => {
    const picture = new Image()
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg", '<svg width="400" height="400"'))}`
    await picture.decode()
    const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 480 })
    const pen = canvas.getContext("2d")
    const paint = () => {
      pen?.fillRect(0, 0, 0, 0)
      if (pen) pen.fillStyle = "#fff"
      pen?.fillRect(0, 0, 480, 480)
      pen?.drawImage(picture, 40, 40, 400, 400)
    }
    paint()
    setInterval(paint, 50)
    const getUserMedia = () => Promise.resolve(canvas.captureStream(20))
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true })
  }, qr)
  await page.addScriptTag({ content: scanCode })
  await page.getByRole("button", { name: "Scan" }).click()
  await expect.poll(() => page.getByLabel("Address").inputValue(), { timeout: 20_000 }).toBe(address)
  expect(await page.getByLabel("Coin").inputValue()).toBe("LTC")
  expect(await page.getByText("Compare it").isVisible()).toBe(true)
  expect(await page.locator("dialog").evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false)
  expect(problems).toEqual([])
})
