import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { OUTGOING, RateLimits, takePageToken } from "./limits.ts"

/** The number of refused calls out of the given number. */
const refusedOf = (calls: number, addressOf: (index: number) => string) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const addresses = Array.from({ length: calls }, (_, index) => addressOf(index + 1))
    const waits = yield* Effect.forEach(addresses, (address) => limits.take(OUTGOING, address))
    return waits.filter((seconds) => seconds > 0).length
  }).pipe(Effect.provide([RateLimits.layer, TestClock.layer()]), Effect.runPromise)

it("counts calls of all addresses of one IPv6 subscriber together", async () => {
  expect(await refusedOf(OUTGOING.calls + 2, (index) => `2001:db8:77:1::${index}`)).toBe(2)
})

it("limits outgoing requests also for the network of an IPv6 subscriber", async () => {
  const calls = OUTGOING.networkCalls ?? 0
  expect(await refusedOf(calls + 2, (index) => `2001:db8:78:${index}::1`)).toBe(2)
  expect(await refusedOf(calls + 2, (index) => `192.0.2.${index}`)).toBe(0)
})

it.each([
  ["/newsfeeds/search", 240],
  ["/searchcontents", 240],
  ["/feeds/library.rss", 240],
  ["/transactionhistory.pdf", 20],
  ["/transactionhistory.csv", 20],
  ["/subscriptions/receipt.pdf", 20],
  ["/writers/paydays.pdf", 20],
])("limits how often one source may request %s", async (path, calls) => {
  const waitsOf = (address: string) =>
    Effect.runPromise(
      Effect.forEach(Array.from({ length: calls + 1 }), () => takePageToken(path, address) ?? Effect.succeed(0)).pipe(
        Effect.provide(TestClock.layer()),
      ),
    )
  expect((await waitsOf(`198.51.100.1 ${path}`)).map((wait) => wait > 0)).toEqual([...Array(calls).fill(false), true])
})

it("does not limit other pages", () => {
  expect(takePageToken("/newsfeeds", "198.51.100.2")).toBeNull()
})
