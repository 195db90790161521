import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { periodAt, startOf } from "./calendar.ts"
import { TERM_PERIODS } from "./limits.ts"
import { countsUntil, endMembership, type Membership, setWeight, weightedMs } from "./rule/membership.ts"
import { splitByWeight } from "./splitByWeight.ts"
import { costOfStay, costOfTerm, partsOfTerm } from "./termCost.ts"

const at = (iso: string) => Date.parse(iso)
const starts = (anchor: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(startOf(at(anchor), n)).toISOString().slice(0, 19))

describe("the calendar of periods", () => {
  it("keeps the day of the anchor through short months", () => {
    expect(starts("2027-01-31T10:00:00Z", 5)).toEqual([
      "2027-01-31T10:00:00",
      "2027-02-28T10:00:00",
      "2027-03-31T10:00:00",
      "2027-04-30T10:00:00",
      "2027-05-31T10:00:00",
    ])
  })

  it("knows 29 February in 2028, and that 2100 has none", () => {
    expect(starts("2028-01-30T00:00:00Z", 2)[1]).toBe("2028-02-29T00:00:00")
    expect(starts("2100-01-30T00:00:00Z", 2)[1]).toBe("2100-02-28T00:00:00")
    expect(starts("2028-02-29T00:00:00Z", 13)[12]).toBe("2029-02-28T00:00:00")
  })

  it("keeps the last millisecond of a day", () => {
    expect(new Date(startOf(at("2026-10-31T23:59:59.999Z"), 4)).toISOString()).toBe("2027-02-28T23:59:59.999Z")
  })

  it("finds the period of every time: it begins no later and the next one begins later", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2101-01-01T00:00:00Z") }),
        fc.integer({ min: 0, max: 10 * 365 * 86_400_000 }),
        (anchor, after) => {
          const n = periodAt(anchor, anchor + after)
          return startOf(anchor, n) <= anchor + after && anchor + after < startOf(anchor, n + 1)
        },
      ),
    )
  })
})

describe("splitting a fee", () => {
  it("gives the whole amount away, no part off by a unit", () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 1, maxLength: 101 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), weights, fc.nat(1_000), (amount, given, cycle) => {
        const [all, whole] = [[...given, 1n], given.reduce((sum, weight) => sum + weight, 1n)]
        const parts = splitByWeight(amount, all, cycle)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        expect(
          parts.every((part, place) => {
            const off = part * whole - amount * (all[place] ?? 0n)
            return -whole < off && off < whole
          }),
        ).toBe(true)
      }),
    )
  })

  it("lets equal creators take turns with the last unit", () => {
    const sums = [0n, 0n, 0n]
    for (let cycle = 0; cycle < 3; cycle += 1)
      splitByWeight(10n, [1n, 1n, 1n], cycle).forEach((part, place) => {
        sums[place] = (sums[place] ?? 0n) + part
      })
    expect(sums).toEqual([10n, 10n, 10n])
  })
})

describe("the price of a term", () => {
  it("charges 60 days in full, and every later day 0.25 less, in steps of 3 periods [S9-012]", () => {
    expect([1, 3, 6, 9].map((periods) => costOfTerm(100n, periods as 1 | 3 | 6 | 9))).toEqual([100n, 275n, 500n, 725n])
    expect(costOfStay(100n, 12)).toBe(950n)
  })

  it("charges 8 tenths of 12 periods [S9-014]", () => {
    expect(costOfTerm(10_000n, 12)).toBe(96_000n)
  })

  it("releases exactly its price over its periods, and never more than a stay so far costs", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.constantFrom(...TERM_PERIODS), (fee, periods) => {
        const parts = partsOfTerm(fee, periods)
        let released = 0n
        parts.forEach((part, index) => {
          released += part
          if (index < parts.length - 1) expect(released).toBe(costOfStay(fee, index + 1))
        })
        expect(released).toBe(costOfTerm(fee, periods))
      }),
    )
  })
})

describe("the time of a creator in a rule", () => {
  const DAY = 86_400_000
  const cycle = { startMs: 0, endMs: 30 * DAY }
  const added = setWeight([], 3, 0)
  const removed = (membership: Membership, atMs: number, during: typeof cycle | null = cycle) =>
    endMembership(membership, countsUntil(membership, atMs, during))

  it("is weighted by what the weight was at each moment", () => {
    const changed = setWeight(added, 5, 10 * DAY)
    expect(weightedMs(changed, 0, 30 * DAY)).toBe(BigInt((3 * 10 + 5 * 20) * DAY))
    expect(weightedMs(changed, 5 * DAY, 15 * DAY)).toBe(BigInt((3 * 5 + 5 * 5) * DAY))
  })

  it("lasts at least 7 days of the cycle, so that opening many creators for a minute is paid", () => {
    expect(weightedMs(removed(added, 60_000), 0, 30 * DAY)).toBe(BigInt(3 * 7 * DAY))
    expect(weightedMs(removed(added, 20 * DAY), 0, 30 * DAY)).toBe(BigInt(3 * 20 * DAY))
    expect(weightedMs(removed(setWeight([], 1, 28 * DAY), 28 * DAY + 1), 0, 60 * DAY)).toBe(BigInt(2 * DAY))
  })

  it("ends at once if the creator leaves", () => {
    expect(weightedMs(removed(added, DAY, null), 0, 30 * DAY)).toBe(BigInt(3 * DAY))
  })

  it("counts once if the creator is removed and added again within the minimum", () => {
    expect(weightedMs(setWeight(removed(added, DAY), 3, 2 * DAY), 0, 30 * DAY)).toBe(BigInt(3 * 30 * DAY))
  })
})
