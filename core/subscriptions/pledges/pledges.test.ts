import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { PLEDGES_MAX, WEIGHT_MAX } from "../limits.ts"
import { PersonPledges, type PledgesState } from "./PersonPledges.ts"
import { setPledge } from "./setPledge.ts"

const of = { personId: "reader", feedId: "feed", nowMs: Date.UTC(2028, 1, 29), ownerId: null }
const stateAfter = (...weights: ReadonlyArray<number>): PledgesState =>
  weights.reduce(
    (state, weight) =>
      replay({ ...PersonPledges, initial: state }, Result.getOrThrow(setPledge(of, { number: 1, weight })(state))),
    PersonPledges.initial,
  )
const reasonOf = (decided: ReturnType<ReturnType<typeof setPledge>>) =>
  Result.match(decided, { onFailure: ({ reason }) => reason, onSuccess: () => null })

describe("a pledge", () => {
  it("is a promise with a weight in a rule, which changes and goes with 0", () => {
    expect([...stateAfter(1, 3)]).toEqual([["feed", { number: 1, weight: 3 }]])
    expect(stateAfter(1, 0).size).toBe(0)
    expect(Result.getOrThrow(setPledge(of, { number: 1, weight: 3 })(stateAfter(3)))).toEqual([])
    expect(Result.getOrThrow(setPledge(of, { number: 2, weight: 3 })(stateAfter(3)))).toMatchObject([{ number: 2 }])
  })

  it("is refused once the author is here, and can still be taken back", () => {
    const claimed = { ...of, ownerId: "author" }
    expect(reasonOf(setPledge(claimed, { number: 1, weight: 1 })(PersonPledges.initial))).toBe("claimed")
    expect(Result.getOrThrow(setPledge(claimed, { number: 1, weight: 0 })(stateAfter(2)))).toMatchObject([
      { weight: 0 },
    ])
  })

  it("is refused with a weight that no rule may have, and beyond the limit of a person", () => {
    for (const weight of [-1, 0.5, WEIGHT_MAX + 1, Number.NaN])
      expect(reasonOf(setPledge(of, { number: 1, weight })(PersonPledges.initial))).toBe("weight")
    const full = new Map(Array.from({ length: PLEDGES_MAX }, (_, n) => [`feed${n}`, { number: 1, weight: 1 }]))
    expect(reasonOf(setPledge(of, { number: 1, weight: 1 })(full))).toBe("many")
    expect(reasonOf(setPledge({ ...of, feedId: "feed7" }, { number: 1, weight: 2 })(full))).toBeNull()
  })
})
