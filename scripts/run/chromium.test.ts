import { expect, it } from "vitest"
import { findChromium, findHeadlessShell } from "./chromium.ts"

it("takes the program that CHROMIUM_PATH names and refuses one that does not run", () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
  expect(() => findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow(/CHROMIUM_PATH is \/nowhere\/chromium/)
})

it("takes the shell that CHROMIUM_SHELL_PATH names, and none where another browser was chosen", () => {
  expect(findHeadlessShell({ CHROMIUM_SHELL_PATH: process.execPath })).toBe(process.execPath)
  expect(findHeadlessShell({ CHROMIUM_PATH: process.execPath })).toBeUndefined()
})
