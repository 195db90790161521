import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expect, it } from "vitest"
import { root } from "../scripts/run/root.ts"
import { launchBrowser, openPage } from "./lib/index.ts"

let browser: Browser
let code: string
beforeAll(async () => {
  const bundle = async (path: string) => {
    const build = await rolldown({ input: join(root, path), platform: "browser" })
    const { output } = await build.generate({ format: "iife", minify: false })
    return output[0].code
  }
  const [island, form, started] = await Promise.all([
    bundle("e2e/lib/amountPage.tsx"),
    bundle("src/features/wallet/amountFields.ts"),
    launchBrowser(),
  ])
  code = `${form}\n${island}`
  browser = started
})
afterAll(() => browser?.close())

const caretOf = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart)
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const input = document.activeElement as HTMLInputElement
    input.setRangeText(pasted, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end")
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }))
  }, text)

it("[S5-001] [S5-002] [S5-003] amount fields accept only decimal numbers when typing and pasting, and keep the caret position", async () => {
  const { page, problems } = await openPage(browser)
  await page.setContent('<label>Form <input data-digits="8" inputmode="decimal"></label>')
  await page.addScriptTag({ content: code })
  for (const name of ["Island", "Form"]) {
    const field = page.getByLabel(name)
    await field.focus()
    await page.keyboard.type("12a34")
    expect(await field.inputValue()).toBe("1234")
    for (let left = 0; left < 2; left++) await page.keyboard.press("ArrowLeft")
    await page.keyboard.type("x")
    expect([await field.inputValue(), await caretOf(page)]).toEqual(["1234", 2])
    await page.keyboard.type(".")
    expect([await field.inputValue(), await caretOf(page)]).toEqual(["12.34", 3])
    await page.keyboard.press("Home")
    await page.keyboard.type(".")
    expect([await field.inputValue(), await caretOf(page)]).toEqual(["12.34", 0])
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Delete")
    expect([await field.inputValue(), await caretOf(page)]).toEqual(["2.34", 0])
    await page.keyboard.press("Control+A")
    await page.keyboard.type(",123456789")
    expect(await field.inputValue()).toBe("0.12345678")
    await page.keyboard.press("Control+A")
    await paste(page, " 7.25 ")
    expect(await field.inputValue()).toBe("7.25")
    await paste(page, "-1")
    expect(await field.inputValue()).toBe("")
  }
  const island = page.getByLabel("Island")
  await page.getByRole("button", { name: "Preset" }).click()
  expect([await island.inputValue(), await island.getAttribute("inputmode")]).toEqual(["2.5", "decimal"])
  await island.fill("9.")
  await island.blur()
  expect([await island.inputValue(), await page.locator("output").textContent()]).toEqual(["9", "9"])
  expect(await island.evaluate((each: HTMLInputElement) => each.checkValidity())).toBe(true)
  expect(problems).toEqual([])
})
