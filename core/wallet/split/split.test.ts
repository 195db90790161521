import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PARTS_MAX, split } from "./split.ts"

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }))
const anyWeight = fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
const anyWeights = fc
  .array(anyWeight, { minLength: 1, maxLength: 40 })
  .filter((weights) => weights.some((weight) => weight > 0n))
const anyCycle = fc.nat(1_000_000)
const sum = (parts: ReadonlyArray<bigint>) => parts.reduce((total, part) => total + part, 0n)

describe("an amount that is split", () => {
  it("comes out whole, and no part is off by a unit", () =>
    fc.assert(
      fc.property(anyAmount, anyWeights, anyCycle, (amount, weights, cycle) => {
        const { parts } = split({ amount, weights, cycle })
        expect(sum(parts)).toBe(amount)
        const whole = sum(weights)
        weights.forEach((weight, place) => {
          const off = (parts[place] ?? 0n) * whole - amount * weight
          expect(off < whole && off > -whole).toBe(true)
          if (weight === 0n) expect(parts[place]).toBe(0n)
        })
      }),
    ))

  it("gives no part more than one that weighs more", () =>
    fc.assert(
      fc.property(anyAmount, anyWeights, anyCycle, (amount, weights, cycle) => {
        const { parts } = split({ amount, weights, cycle })
        const byWeight = weights.map((weight, place) => [weight, parts[place] ?? 0n] as const)
        for (const [weight, part] of byWeight)
          for (const [other, smaller] of byWeight) if (weight > other) expect(part >= smaller).toBe(true)
      }),
    ))

  it("treats equals alike over as many cycles as there are of them, wherever they stand", () =>
    fc.assert(
      fc.property(
        anyAmount,
        fc.integer({ min: 1, max: 12 }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        fc.array(anyWeight, { maxLength: 6 }),
        anyCycle,
        (amount, equals, weight, others, first) => {
          // The weights of others are all different from theirs, so that those who tie are these.
          const weights = [...others.map((other) => other + 1_001n), ...Array.from({ length: equals }, () => weight)]
          const totals = weights.map(() => 0n)
          for (let cycle = first; cycle < first + equals; cycle++) {
            split({ amount, weights, cycle }).parts.forEach((part, place) => {
              totals[place] = (totals[place] ?? 0n) + part
            })
          }
          const whole = sum(weights)
          const remainder = (of: bigint) => (amount * of) % whole
          // Where somebody heavier happens to have the same remainder they take turns with these, over more cycles.
          fc.pre(!others.some((other) => remainder(other + 1_001n) === remainder(weight)))
          expect(new Set(totals.slice(others.length)).size).toBe(1)
        },
      ),
    ))

  it("has no lasting bias: over n cycles nobody who ties is ever a unit ahead for good", () => {
    const totals = [0n, 0n, 0n]
    for (let cycle = 0; cycle < 300; cycle++) {
      const { parts } = split({ amount: 100n, weights: [1n, 1n, 1n], cycle })
      parts.forEach((part, place) => {
        totals[place] = (totals[place] ?? 0n) + part
      })
    }
    expect(totals).toEqual([10_000n, 10_000n, 10_000n])
    expect([0, 1, 2].map((cycle) => split({ amount: 100n, weights: [1n, 1n, 1n], cycle }).parts)).toEqual([
      [34n, 33n, 33n],
      [33n, 33n, 34n],
      [33n, 34n, 33n],
    ])
  })

  it("names the parts that are too small to be paid out", () => {
    const { parts, small } = split({ amount: 1_000n, weights: [900n, 0n, 99n, 1n], cycle: 0, partMin: 100n })
    expect(parts).toEqual([900n, 0n, 99n, 1n])
    expect(small).toEqual([2, 3])
    expect(split({ amount: 1_000n, weights: [1n, 999n], cycle: 0 }).small).toEqual([])
  })

  it("must be splittable", () => {
    const one = { amount: 1n, weights: [1n], cycle: 0 }
    expect(split({ ...one, weights: Array.from({ length: PARTS_MAX }, () => 1n) }).parts).toHaveLength(PARTS_MAX)
    for (const wrong of [
      { ...one, amount: -1n },
      { ...one, weights: [] },
      { ...one, weights: [0n] },
      { ...one, weights: [2n, -1n] },
      { ...one, weights: Array.from({ length: PARTS_MAX + 1 }, () => 1n) },
      { ...one, cycle: -1 },
      { ...one, cycle: 0.5 },
    ])
      expect(() => split(wrong)).toThrow(RangeError)
  })
})
