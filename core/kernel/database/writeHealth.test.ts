import { expect, it } from "vitest"
import { writeOutageOf } from "./databaseErrors.ts"
import { makeWriteHealth } from "./writeHealth.ts"

const failed = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })

it.each([
  ["full", failed("53100")],
  ["full", failed("ENOSPC")],
  ["full", new Error("a page failed", { cause: failed("53100") })],
  ["away", failed("57P03")],
  ["away", failed("ECONNREFUSED")],
  ["away", failed("08006")],
  [null, failed("40001")],
  [null, failed("23505")],
  [null, new Error("anything")],
  [null, "a text"],
] as const)("an error is classified as the outage %s", (why, error) => expect(writeOutageOf(error)).toBe(why))

it("handles an error that is its own cause", () => {
  const loop = new Error("loop")
  loop.cause = loop
  expect(writeOutageOf(loop)).toBeNull()
})

it("reports a failure until a write succeeds or it expires, and stops retries only while it is recent", () => {
  let nowMs = 0
  const state = makeWriteHealth(() => nowMs)
  expect([state.current(), state.mayRetry()]).toEqual([null, true])
  state.noteFailed("full")
  expect([state.current(), state.mayRetry()]).toEqual(["full", false])
  nowMs = 10_000
  expect([state.current(), state.mayRetry()]).toEqual(["full", true])
  nowMs = 100_000
  expect(state.current()).toBeNull()
  state.noteFailed("away")
  state.noteSaved()
  expect([state.current(), state.mayRetry()]).toEqual([null, true])
})
