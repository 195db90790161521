import { expect, it } from "vitest"
import { DONATION_UNITS_MIN } from "#contract/wallet"
import { presetsOf, readAmount } from "./spendableBalance.ts"

const balance = { assetTypeId: 1, name: "BTC", digits: 8, shownDigits: 2, available: 150_000_000n, limit: null }

it.each([
  ["", "empty"],
  ["0", "notEnough"],
  ["0.", "notEnough"],
  ["0.00000000", "notEnough"],
  ["0.00000001", 1n],
  ["1.5", 150_000_000n],
  ["1.", 100_000_000n],
  ["1.50000001", "notEnough"],
  ["99999999999999999999999999999999999999999", "notEnough"],
] as const)("reads the typed amount %j as %s with a balance of 1.5", (text, read) =>
  expect(readAmount(text, balance)).toBe(read),
)

it("suggests no amount below the minimum of a donation", () => {
  for (const id of [1, 2, 3])
    for (const units of presetsOf({ assetTypeId: id, limit: null }))
      expect(units).toBeGreaterThanOrEqual(DONATION_UNITS_MIN)
  expect(presetsOf({ assetTypeId: 4, limit: null })).toEqual([])
})

it("suggests and accepts nothing above the limit while new credentials do not count", () => {
  const limited = { ...balance, limit: 20_000n }
  expect(presetsOf(limited)).toEqual([5_000n, 20_000n])
  expect([readAmount("0.0002", limited), readAmount("0.00020001", limited)]).toEqual([20_000n, "overLimit"])
})
