import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { type HostRequest, makeHostLimits, POLITENESS } from "./hostLimits.ts"

const at = (host: string, more: Partial<HostRequest> = {}): HostRequest => ({
  host,
  isOwn: false,
  isSpaced: false,
  ...more,
})

/**
 * Starts all requests at once, lets them finish when no more can start, and returns the maximum number of concurrent
 * ones.
 */
const mostAtOnce = (turns: ReadonlyArray<HostRequest>, expected: number) =>
  Effect.gen(function* () {
    const withinHostLimits = yield* makeHostLimits(POLITENESS)
    const full = yield* Deferred.make<void>()
    let open = 0
    let most = 0
    const work = Effect.gen(function* () {
      most = Math.max(most, ++open)
      if (open === expected) yield* Deferred.succeed(full, undefined)
      yield* Deferred.await(full)
      // A waiting request would start here if the limit were exceeded.
      yield* Effect.yieldNow
      open--
    })
    yield* Effect.forEach(turns, (request) => withinHostLimits(request, work), {
      concurrency: "unbounded",
      discard: true,
    })
    return most
  }).pipe(Effect.scoped, Effect.runPromise)

it("runs at most two concurrent requests to one host", async () => {
  expect(await mostAtOnce(Array<HostRequest>(20).fill(at("one.example")), 2)).toBe(2)
})

it("runs more requests to a host that the operator allowed", async () => {
  const turns = Array<HostRequest>(40).fill(at("own.example", { isOwn: true, isSpaced: true }))
  expect(await mostAtOnce(turns, POLITENESS.ownRequestsMax)).toBe(POLITENESS.ownRequestsMax)
})

it("runs at most 64 concurrent requests in total", async () => {
  const turns = Array.from({ length: 200 }, (_, index) => at(`host-${index}.example`))
  expect(await mostAtOnce(turns, POLITENESS.requestsMax)).toBe(64)
})

it("starts at most 16 requests at once to the hosts of one domain, and leaves the others to other domains", async () => {
  const slow = Array.from({ length: 100 }, (_, index) => at(`h${index}.wildcard.example`))
  expect(await mostAtOnce(slow, POLITENESS.domainRequestsMax)).toBe(16)
  const others = Array.from({ length: 10 }, (_, index) => at(`blog.site-${index}.co.uk:8080`))
  expect(await mostAtOnce([...slow, ...others], 26)).toBe(26)
})

it("does not let a long queue for one host block other hosts", async () => {
  const turns = [
    ...Array<HostRequest>(100).fill(at("one.example")),
    ...Array.from({ length: 10 }, (_, index) => at(`${index}.example`)),
  ]
  expect(await mostAtOnce(turns, 12)).toBe(12)
})

it("keeps the interval between two spaced requests to a host, even if the first one ended long ago", async () => {
  const startedAtMs: Array<number> = []
  await Effect.gen(function* () {
    const withinHostLimits = yield* makeHostLimits({ ...POLITENESS, hostGapMs: 60 })
    const begin = Effect.map(Clock.currentTimeMillis, (nowMs) => void startedAtMs.push(nowMs))
    const spaced = withinHostLimits(at("one.example", { isSpaced: true }), begin)
    const asking = yield* Effect.forkChild(
      Effect.all([spaced, spaced, spaced, withinHostLimits(at("one.example"), begin)], { discard: true }),
    )
    yield* TestClock.adjust(1_000)
    yield* Fiber.join(asking)
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)
  expect(startedAtMs).toEqual([0, 60, 120, 120])
})
