import { expect, it } from "vitest"
import { percentile } from "../../lib/interleaved.ts"
import { Histogram } from "./Histogram.ts"

it("returns percentiles within 2 %, from 0.1 ms to minutes", () => {
  const times = Array.from({ length: 20_000 }, (_, at) => 0.1 * 1.001 ** at).filter((ms) => ms < 600_000)
  const histogram = new Histogram()
  for (const ms of times) histogram.record(ms)
  expect(histogram.size).toBe(times.length)
  for (const share of [0.1, 0.5, 0.95, 0.99, 1]) {
    const exact = percentile(times, share)
    expect(Math.abs(histogram.percentile(share) / exact - 1)).toBeLessThan(0.02)
  }
})

it("returns NaN without values and counts negative durations as zero", () => {
  const histogram = new Histogram()
  expect(histogram.percentile(0.5)).toBeNaN()
  histogram.record(-3)
  expect(histogram.percentile(0.5)).toBe(0)
})
