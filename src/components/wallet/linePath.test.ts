import { expect, it } from "vitest"
import { linePath } from "./linePath.ts"

const line = (...worths: ReadonlyArray<bigint>) =>
  linePath(worths.map((worth, place) => ({ atMs: place * 60_000, worth })))

it("draws values between the margins, exactly even for very large ones", () => {
  expect(line(0n, 50n, 100n)).toBe("M0 94 L300 50 L600 6")
  expect(line(10n ** 30n, 10n ** 30n + 2n, 10n ** 30n + 1n)).toBe("M0 94 L300 6 L600 50")
})

it("draws a constant value through the middle", () => expect(line(7n, 7n)).toBe("M0 50 L600 50"))

it("returns null for fewer than two times", () => {
  expect([line(), line(5n), linePath([0n, 1n].map((worth) => ({ atMs: 3, worth })))]).toEqual([null, null, null])
})
