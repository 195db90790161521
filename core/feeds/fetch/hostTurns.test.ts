import { Deferred, Effect } from "effect"
import { expect, it } from "vitest"
import { CONNECTIONS_PER_HOST_MAX } from "./connect.ts"
import { makeHostTurns, REQUESTS_MAX } from "./hostTurns.ts"

/** Starts all at once, lets them go when no more can start, and says how many were under way at most. */
const mostAtOnce = (hosts: ReadonlyArray<string>, expected: number) =>
  Effect.gen(function* () {
    const takeTurn = yield* makeHostTurns
    const full = yield* Deferred.make<void>()
    let open = 0
    let most = 0
    const work = Effect.gen(function* () {
      most = Math.max(most, ++open)
      if (open === expected) yield* Deferred.succeed(full, undefined)
      yield* Deferred.await(full)
      // Whoever waits for a turn could start here, if there were more turns than allowed.
      yield* Effect.yieldNow
      open--
    })
    yield* Effect.forEach(hosts, (host) => takeTurn(host, work), { concurrency: "unbounded", discard: true })
    return most
  }).pipe(Effect.scoped, Effect.runPromise)

it("gives two turns at a time to one host", async () => {
  const hosts = Array<string>(20).fill("one.example")
  expect(await mostAtOnce(hosts, CONNECTIONS_PER_HOST_MAX)).toBe(2)
})

it("gives 64 turns at a time to all hosts together", async () => {
  const hosts = Array.from({ length: 200 }, (_, index) => `host-${index}.example`)
  expect(await mostAtOnce(hosts, REQUESTS_MAX)).toBe(64)
})

it("does not let a long queue for one host stand in the way of the others", async () => {
  const hosts = [
    ...Array<string>(100).fill("one.example"),
    ...Array.from({ length: 10 }, (_, index) => `${index}.example`),
  ]
  expect(await mostAtOnce(hosts, 12)).toBe(12)
})
