import { expect, it } from "vitest"
import { linePath } from "./linePath.ts"

const line = (...worths: ReadonlyArray<bigint>) =>
  linePath(worths.map((worth, place) => ({ atMs: place * 60_000, worth })))

it("draws values from zero up, exactly even for very large ones", () => {
  expect(line(0n, 50n, 100n)).toBe("M0 100 L300 53 L600 6")
  expect(line(10n ** 30n, 2n * 10n ** 30n, 10n ** 30n)).toBe("M0 53 L300 6 L600 53")
})

it("draws a fall of half a percent as a small one", () => expect(line(600n, 597n)).toBe("M0 6 L600 6.5"))

it("draws no value at all at the bottom", () => expect(line(0n, 0n)).toBe("M0 100 L600 100"))

it("returns null for fewer than two times", () => {
  expect([line(), line(5n), linePath([0n, 1n].map((worth) => ({ atMs: 3, worth })))]).toEqual([null, null, null])
})
