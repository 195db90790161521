import { describe, expect, it } from "vitest"
import { interleaved, median, percentile } from "./interleaved.ts"

describe("interleaved", () => {
  it("alternates the order of contenders and discards the warm-up round", async () => {
    const order: Array<string> = []
    const contender = (name: string, figures: Array<number>) => async () => {
      order.push(name)
      return figures.shift() ?? Number.NaN
    }
    const rounds = await interleaved({
      ours: contender("ours", [999, 10, 20, 30, 40, 50]),
      raw: contender("raw", [1, 20, 20, 20, 20, 20]),
    })
    expect(order.slice(0, 6)).toEqual(["ours", "raw", "raw", "ours", "ours", "raw"])
    expect(rounds.figures.ours).toEqual([10, 20, 30, 40, 50])
    expect([rounds.median("ours"), rounds.ratio("ours", "raw")]).toEqual([30, 1.5])
  })

  it("runs at least five rounds", async () => {
    await expect(interleaved({ ours: async () => 1 }, { rounds: 4 })).rejects.toThrow(RangeError)
  })
})

it("interpolates percentiles between neighbours", () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(percentile([0, 10, 20, 30, 40], 0.99)).toBeCloseTo(39.6)
  expect(median([])).toBeNaN()
})
