import { expect, it } from "vitest"
import { ReadPointers } from "../node/ChatNode.ts"
import { COSTS, RateLimit } from "./RateLimit.ts"

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
