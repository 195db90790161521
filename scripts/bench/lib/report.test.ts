import { expect, it } from "vitest"
import { goalMax, goalMin } from "./Bench.ts"
import { jsonLine, table } from "./report.ts"

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
