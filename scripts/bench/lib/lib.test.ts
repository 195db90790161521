import { describe, expect, it } from "vitest"
import { goalMax, goalMin } from "./Bench.ts"
import { interleaved, median, percentile } from "./interleaved.ts"
import { jsonLine, table } from "./report.ts"

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

describe("report", () => {
  const goals = [
    goalMin("ratio", "ours_vs_raw", 0.6),
    goalMax("absolute", "wait_ms", 25),
    goalMin("ratio", "forgotten", 1),
  ]
  const figures = { ratios: { ours_vs_raw: 0.71234 }, absolute: { wait_ms: 31, events: 1234567.8 } }

  it("lists each figure beside its goal and marks missed goals", () => {
    expect(table({ goals }, figures).split("\n")).toEqual([
      "figure       kind      measured   goal",
      "ours_vs_raw  ratio     0.7123     >= 0.6  met",
      "wait_ms      absolute  31         <= 25   MISSED",
      "events       absolute  1,234,568",
      "forgotten    ratio     (none)     >= 1    MISSED",
    ])
    expect(table({ goals }, { ...figures, leftOut: goals.slice(2) })).toMatch(/left out$/)
  })

  it("writes one line of JSON", () => {
    expect(JSON.parse(jsonLine("events", figures))).toEqual({
      bench: "events",
      ...figures,
      machine: expect.objectContaining({ cpus: expect.any(Number), node: process.version }),
    })
  })
})
