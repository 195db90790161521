import { expect, it } from "vitest"
import { findChromium } from "./chromium.ts"

it("takes the program that CHROMIUM_PATH names and refuses one that does not run", () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
  expect(() => findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow(/CHROMIUM_PATH is \/nowhere\/chromium/)
})
