import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { allowanceOf, type IdentityRules, type Standing } from "./allowance.ts"
import type { RuleEvent } from "./events.ts"
import { Rules } from "./Rules.ts"
import { type RulesChange, setRules } from "./setRules.ts"

const BITCOIN = 100_000_000n
const about = { reason: "levels", by: "operator:mara", at: "2026-11-22T04:00:00.000Z" }

/** The rules after changes, replayed from their events. */
const rulesAfter = (...changes: ReadonlyArray<RulesChange>) => {
  const facts: Array<RuleEvent> = []
  for (const change of changes) facts.push(...Result.getOrThrow(setRules(change, about)(replay(Rules, facts))))
  return replay(Rules, facts)
}
/** What a person may withdraw of an asset under the rules after changes. */
const allowance = (changes: ReadonlyArray<RulesChange>, standing: Standing, assetTypeId = 1) => {
  const { assets, identity } = rulesAfter(...changes)
  return allowanceOf(identity, { assetTypeId, personDaily: assets.get(assetTypeId)?.personDaily ?? 0n }, standing)
}
const limit = (level: IdentityRules["limits"][number]["level"], personDaily: bigint | null): RulesChange => ({
  limit: { assetTypeId: 1, level, personDaily },
})

describe("what a person may withdraw in a day", () => {
  it.each<[string, ReadonlyArray<RulesChange>, Standing, [bigint, number | null]]>([
    ["all by default", [], { level: 0, isCreator: true }, [BITCOIN, null]],
    ["the limit of the level", [limit(0, 0n), limit(1, 50_000n)], { level: 0, isCreator: false }, [0n, 1]],
    ["the limit of the next level", [limit(0, 0n), limit(1, 50_000n)], { level: 1, isCreator: false }, [50_000n, 2]],
    ["all above the limits", [limit(0, 0n), limit(1, 50_000n)], { level: 2, isCreator: false }, [BITCOIN, null]],
    ["a limit that holds for lower levels too", [limit(2, 50_000n)], { level: 0, isCreator: false }, [50_000n, 3]],
    ["all once a limit is removed", [limit(0, 0n), limit(0, null)], { level: 0, isCreator: false }, [BITCOIN, null]],
    ["nothing as a creator below the level", [{ creatorLevel: 2 }], { level: 1, isCreator: true }, [0n, 2]],
    ["all as a creator of the level", [{ creatorLevel: 2 }], { level: 2, isCreator: true }, [BITCOIN, null]],
    ["all without a channel", [{ creatorLevel: 2 }], { level: 0, isCreator: false }, [BITCOIN, null]],
  ])("is %s", (_, changes, standing, [personDaily, levelNeeded]) => {
    expect(allowance(changes, standing)).toEqual({ personDaily, levelNeeded })
  })

  it("concerns one asset only", () => {
    expect(allowance([limit(0, 0n)], { level: 0, isCreator: false }, 2)).toEqual({
      personDaily: Rules.initial.assets.get(2)?.personDaily,
      levelNeeded: null,
    })
  })

  it("stays as it is when limits of coins change", () => {
    const changes = [limit(0, 0n), { assetTypeId: 1, rules: { minimum: 20_000n } }]
    expect(allowance(changes, { level: 0, isCreator: false }).personDaily).toBe(0n)
  })
})
