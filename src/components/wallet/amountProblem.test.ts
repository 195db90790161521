import { expect, it } from "vitest"
import { amountProblem } from "./amountProblem.ts"

const limits = {
  minimum: "0.0001",
  remaining: "0.5",
  levelNeeded: null,
  digits: 8,
  fee: "0.00004",
  available: 60_000_000n,
}

it.each([
  [9_999n, "withdrawCall.unfit.minimum"],
  [10_000n, null],
  [50_000_000n, null],
  [50_000_001n, "withdrawCall.limit.person"],
])("reports for %s units the problem %s", (units, problem) => expect(amountProblem(units, limits)).toBe(problem))

it("includes the network fee", () => {
  expect(amountProblem(1_000_000n, { ...limits, available: 1_004_000n })).toBeNull()
  expect(amountProblem(1_000_000n, { ...limits, available: 1_003_999n })).toBe("walletCall.notEnough")
})

it("names the level of identity that raises the limit", () => {
  expect(amountProblem(50_000_001n, { ...limits, levelNeeded: 2 })).toBe("withdrawCall.identity.2")
})
