import { expect, it } from "vitest"
import { ReadPointers } from "../node/ChatNode.ts"
import { COSTS, RateLimit, TokenBucket } from "./RateLimit.ts"

it("allows a burst and refills over time", () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 3 }, 1_000)
  const take = (nowMs: number, cost = 1) => bucket.take(nowMs, cost)
  expect([take(1_000), take(1_000), take(1_000), take(1_000)]).toEqual([true, true, true, false])
  expect([take(1_099), take(1_100), take(1_100)]).toEqual([false, true, false])
  expect([take(61_000, 3), take(61_000)]).toEqual([true, false])
  // A clock that moves backwards refills nothing.
  expect(take(1_000)).toBe(false)
})

it("deducts spending at other nodes, down to minus one burst", () => {
  const bucket = new TokenBucket({ perSecond: 1, burst: 2 }, 0)
  bucket.spendElsewhere(0, 100)
  expect([bucket.take(2_500, 1), bucket.take(3_000, 1)]).toEqual([false, true])
})

it("has separate limits for writes, reads and heartbeats, and reports spending", () => {
  const rate = { perSecond: 1, burst: 4 }
  const rateLimit = new RateLimit({ write: rate, read: rate, sign: rate })
  expect(rateLimit.takeUnshared()).toBeUndefined()
  expect([rateLimit.take(COSTS.Sh, 0), rateLimit.take(COSTS.Lh, 0)]).toEqual([true, false])
  expect([rateLimit.take(COSTS.Bc, 0), rateLimit.take(COSTS.Ty, 0)]).toEqual([true, true])
  expect(rateLimit.takeUnshared()).toEqual([1, 4, 1])
  expect(rateLimit.takeUnshared()).toBeUndefined()
})

it("writes the first read pointer at once, and only the furthest of those within the next second", async () => {
  let nowMs = 10_000
  const pointers = new ReadPointers(() => nowMs)
  const written: Array<number> = []
  const move = (seq: number) => pointers.move("room person", seq, async (last) => void written.push(last))
  await move(1)
  expect(written).toEqual([1])
  nowMs += 990
  const moved = [move(5), move(9), move(7)]
  expect(written).toEqual([1])
  await Promise.all(moved)
  expect(written).toEqual([1, 9])
})
