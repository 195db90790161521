import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { Rules } from "./Rules.ts"
import { COOLING_SECONDS_MAX, type RulesChange, setRules } from "./setRules.ts"

const about = { reason: "launch", by: "operator:mara", at: "2026-11-22T04:00:00.000Z" }
const decide = (change: RulesChange, more: Partial<typeof about> = {}) =>
  setRules(change, { ...about, ...more })(Rules.initial)
const held = (change: RulesChange) => replay(Rules, Result.getOrThrow(decide(change)))

describe("rules of withdrawals", () => {
  it("store the values with author and reason, and omitted values stay", () => {
    const rules = {
      minimum: 20_000n,
      unverifiedDonationMax: 50_000n,
      feeSubsidyDailyMax: 5_000n,
      largeCoolingSeconds: 7_200,
      largeConfirmations: 12,
    }
    expect(Result.getOrThrow(decide({ assetTypeId: 1, rules }))).toMatchObject([about])
    const { assets, fees } = held({ assetTypeId: 1, rules })
    expect(assets.get(1)).toEqual({ ...Rules.initial.assets.get(1), ...rules })
    expect([assets.get(2), fees]).toEqual([Rules.initial.assets.get(2), Rules.initial.fees])
    const cheaper = held({ fees: { maximum: 1_000_000n } })
    expect([...cheaper.fees]).toEqual([
      [3, 4_000n],
      [4, 1_000_000n],
    ])
    expect(cheaper.assets).toEqual(Rules.initial.assets)
  })

  it("append nothing if nothing changes", () => {
    expect(Result.getOrThrow(decide({ assetTypeId: 1, rules: { minimum: 10_000n } }))).toEqual([])
    expect(Result.getOrThrow(decide({ fees: { minimum: 4_000n } }))).toEqual([])
  })

  it.each<[string, RulesChange, object?]>([
    ["asset", { assetTypeId: 4, rules: { minimum: 1n } }],
    ["reason", { assetTypeId: 1, rules: { minimum: 20_000n } }, { reason: " " }],
    ["reason", { assetTypeId: 1, rules: { minimum: 20_000n } }, { reason: "x".repeat(501) }],
    ["minimum", { assetTypeId: 1, rules: { minimum: 545n } }],
    ["minimum", { assetTypeId: 3, rules: { minimum: 5_459n } }],
    ["daily", { assetTypeId: 1, rules: { personDaily: 9_999n } }],
    ["daily", { assetTypeId: 1, rules: { allDaily: 99_999_999n } }],
    ["levels", { limit: { assetTypeId: 1, level: 0, personDaily: 9_999n } }],
    ["levels", { limit: { assetTypeId: 1, level: 2, personDaily: 100_000_001n } }],
    ["asset", { limit: { assetTypeId: 4, level: 0, personDaily: 0n } }],
    ["inFlightMax", { assetTypeId: 1, rules: { inFlightMax: 103_999_999n } }],
    ["inFlightMax", { assetTypeId: 1, rules: { personDaily: 499_000_000n } }],
    ["approval", { assetTypeId: 1, rules: { approvalThreshold: -1n } }],
    ["donations", { assetTypeId: 1, rules: { unverifiedDonationMax: -1n } }],
    ["subsidy", { assetTypeId: 1, rules: { feeSubsidyDailyMax: -1n } }],
    ["cooling", { assetTypeId: 1, rules: { coolingSeconds: 3_601 } }],
    ["cooling", { assetTypeId: 1, rules: { largeCoolingSeconds: COOLING_SECONDS_MAX + 1 } }],
    ["confirmations", { assetTypeId: 1, rules: { confirmations: 0 } }],
    ["confirmations", { assetTypeId: 1, rules: { confirmations: 7 } }],
    ["confirmations", { assetTypeId: 1, rules: { largeConfirmations: 25 } }],
    ["fees", { fees: { minimum: 0n } }],
    ["fees", { fees: { minimum: 4_000_001n } }],
    ["fees", { fees: { maximum: 100_000_001n } }],
  ])("refuse contradictions: %s", (problem, change, more) => {
    expect(Result.merge(decide(change, more))).toMatchObject({ problem })
  })
})
