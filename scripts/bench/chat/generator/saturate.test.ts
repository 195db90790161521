import { expect, it } from "vitest"
import { COSTS, RATES, RateLimit } from "../../../../src/chat/limits/RateLimit.ts"
import { Pacer } from "./saturate.ts"

/** A server that answers immediately. Counts accepted messages and those its rate limits refuse. */
const play = (writers: number, perSecond: number, seconds: number) => {
  const pacer = new Pacer(writers, perSecond)
  const allowances = Array.from({ length: writers }, () => new RateLimit())
  const figures = { posted: 0, refused: 0 }
  for (let nowMs = 0; nowMs < seconds * 1_000; nowMs += 1) {
    for (let next = pacer.next(nowMs); "writer" in next; next = pacer.next(nowMs))
      figures[allowances[next.writer]?.take(COSTS.Bc, nowMs) ? "posted" : "refused"] += 1
  }
  return figures
}

it("sends at the product's rate limit without a refusal, however fast the server answers", () => {
  const { perSecond, burst } = RATES.write
  expect(play(40, perSecond, 60)).toEqual({ posted: 40 * perSecond * 60, refused: 0 })
  // Without pacing, a writer's burst is used up immediately, and nearly everything after it is refused.
  const { posted, refused } = play(4, 1_000, 10)
  expect(posted).toBeLessThanOrEqual(4 * (burst + perSecond * 10))
  expect(refused).toBeGreaterThan(posted)
})

it("returns the time until the next writer may write", () => {
  const pacer = new Pacer(2, 10)
  expect([pacer.next(0), pacer.next(40), pacer.next(50)]).toEqual([{ writer: 0 }, { writer: 1 }, { waitMs: 50 }])
  expect([pacer.next(100), pacer.next(100)]).toEqual([{ writer: 0 }, { waitMs: 40 }])
})
