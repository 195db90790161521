import { expect, it } from "vitest"
import { findChromium, findHeadlessShell } from "./chromium.ts"

it("uses the program in CHROMIUM_PATH and refuses one that does not run", () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
  expect(() => findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow(/CHROMIUM_PATH is \/nowhere\/chromium/)
})

it("uses the shell in CHROMIUM_SHELL_PATH, and none if CHROMIUM_PATH selects another browser", () => {
  expect(findHeadlessShell({ CHROMIUM_SHELL_PATH: process.execPath })).toBe(process.execPath)
  expect(findHeadlessShell({ CHROMIUM_PATH: process.execPath })).toBeUndefined()
})
