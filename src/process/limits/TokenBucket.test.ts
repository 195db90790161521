import { expect, it } from "vitest"
import { TokenBucket } from "./TokenBucket.ts"

it("allows a burst and refills over time", () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 3 }, 1_000)
  const take = (nowMs: number, cost = 1) => bucket.take(nowMs, cost)
  expect([take(1_000), take(1_000), take(1_000), take(1_000)]).toEqual([true, true, true, false])
  expect([take(1_099), take(1_100), take(1_100)]).toEqual([false, true, false])
  expect([take(61_000, 3), take(61_000)]).toEqual([true, false])
  // A clock that moves backwards refills nothing.
  expect(take(1_000)).toBe(false)
})

it("deducts spending in other processes, down to minus one burst", () => {
  const bucket = new TokenBucket({ perSecond: 1, burst: 2 }, 0)
  bucket.spendElsewhere(0, 100)
  expect([bucket.take(2_500, 1), bucket.take(3_000, 1)]).toEqual([false, true])
})

it("says how long a cost has to wait", () => {
  const bucket = new TokenBucket({ perSecond: 2, burst: 4 }, 0)
  expect(bucket.secondsUntil(0, 4)).toBe(0)
  bucket.take(0, 4)
  expect([bucket.secondsUntil(0, 4), bucket.secondsUntil(1_500, 4), bucket.secondsUntil(2_000, 4)]).toEqual([2, 1, 0])
})
