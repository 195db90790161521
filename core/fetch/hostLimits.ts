import { Clock, Effect, RcMap, type Scope, Semaphore } from "effect"

/** How politely servers are asked. */
export type Politeness = {
  /** Requests under way at once, to all servers together. */
  readonly requestsMax: number
  /** Requests under way at once at one host. */
  readonly hostRequestsMax: number
  /** Milliseconds at least between the beginnings of two spaced requests to one host. */
  readonly hostGapMs: number
  /** The same for hosts that the operator named: they are the operator's own, and know what is coming. */
  readonly ownRequestsMax: number
  readonly ownGapMs: number
}

/** About 64 in flight, at most two per host, at least a second apart: what large readers keep to (decision 0014). */
export const POLITENESS: Politeness = {
  requestsMax: 64,
  hostRequestsMax: 2,
  hostGapMs: 1_000,
  ownRequestsMax: 16,
  ownGapMs: 0,
}

/** Where a request goes, and whether it may wait for a second to pass since the one before. */
export type HostRequest = { readonly host: string; readonly isOwn: boolean; readonly isSpaced: boolean }

/** Runs an effect when it is its turn at a host. */
export type WithinHostLimits = <A, E>(request: HostRequest, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Turns at servers. The turn at the host comes first, and the pause before it, so that a long queue for one host does
 * not stand in the way of the others.
 */
export const makeHostLimits = (politeness: Politeness): Effect.Effect<WithinHostLimits, never, Scope.Scope> =>
  Effect.gen(function* () {
    const all = yield* Semaphore.make(politeness.requestsMax)
    const hosts = yield* RcMap.make({
      lookup: (host: string) => openHost(host.startsWith(OWN) ? politeness.ownRequestsMax : politeness.hostRequestsMax),
      // As long as a pause may have to be kept.
      idleTimeToLive: Math.max(politeness.hostGapMs, politeness.ownGapMs),
    })
    return ({ host, isOwn, isSpaced }, effect) => {
      const gapMs = isSpaced ? (isOwn ? politeness.ownGapMs : politeness.hostGapMs) : 0
      return RcMap.get(hosts, isOwn ? OWN + host : host).pipe(
        Effect.flatMap((state) =>
          state.turns.withPermit(
            Effect.andThen(gapMs === 0 ? Effect.void : pause(state, gapMs), all.withPermit(effect)),
          ),
        ),
        Effect.scoped,
      )
    }
  })

const OWN = "own "

type HostState = { readonly turns: Semaphore.Semaphore; freeAtMs: number }

const openHost = (requestsMax: number): Effect.Effect<HostState> =>
  Effect.map(Semaphore.make(requestsMax), (turns) => ({ turns, freeAtMs: 0 }))

/** Waits until the host has been left alone for long enough, and books the time for oneself. */
const pause = (state: HostState, gapMs: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    const startMs = Math.max(nowMs, state.freeAtMs)
    state.freeAtMs = startMs + gapMs
    return startMs === nowMs ? Effect.void : Effect.sleep(startMs - nowMs)
  })
