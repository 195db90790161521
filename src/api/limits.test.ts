import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { CallBuckets } from "../process/limits/CallBuckets.ts"
import { RateLimits, rateLimitsOf } from "../process/limits/RateLimits.ts"
import { takePageToken } from "./limits.ts"

const alone = Effect.provide([Layer.sync(RateLimits, () => rateLimitsOf(new CallBuckets())), TestClock.layer()])

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
        alone,
      ),
    )
  expect((await waitsOf(`198.51.100.1 ${path}`)).map((wait) => wait > 0)).toEqual([...Array(calls).fill(false), true])
})

it("does not limit other pages", () => {
  expect(takePageToken("/newsfeeds", "198.51.100.2")).toBeNull()
})
