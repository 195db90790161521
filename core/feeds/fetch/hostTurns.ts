import { Effect, RcMap, type Scope, Semaphore } from "effect"
import { CONNECTIONS_PER_HOST_MAX } from "./connect.ts"

/** At most this many requests are under way at once, to all servers together. */
export const REQUESTS_MAX = 64

/** Runs an effect when it is its turn at a host. */
export type TakeTurn = <A, E>(host: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Turns at servers: two at a time for one host, REQUESTS_MAX in all. The turn at the host comes first, so that a long
 * queue for one host does not stand in the way of the others.
 */
export const makeHostTurns: Effect.Effect<TakeTurn, never, Scope.Scope> = Effect.gen(function* () {
  const all = yield* Semaphore.make(REQUESTS_MAX)
  const hosts = yield* RcMap.make({ lookup: (_host: string) => Semaphore.make(CONNECTIONS_PER_HOST_MAX) })
  return (host, effect) =>
    RcMap.get(hosts, host).pipe(
      Effect.flatMap((own) => own.withPermit(all.withPermit(effect))),
      Effect.scoped,
    )
})
