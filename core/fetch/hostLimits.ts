import { Clock, Effect, RcMap, type Scope, Semaphore } from "effect"

/** Limits on the requests to servers. */
export type Politeness = {
  /** Concurrent requests to all servers. */
  readonly requestsMax: number
  /** Concurrent requests to one host. */
  readonly hostRequestsMax: number
  /** Minimum milliseconds between the starts of two spaced requests to one host. */
  readonly hostGapMs: number
  /** Concurrent requests to all hosts of one domain, so that a wildcard domain of slow hosts cannot take all requests. */
  readonly domainRequestsMax: number
  /** The same for hosts that the operator allowed explicitly. */
  readonly ownRequestsMax: number
  readonly ownGapMs: number
}

/** The values that large readers use (decision 0014). */
export const POLITENESS: Politeness = {
  requestsMax: 64,
  hostRequestsMax: 2,
  hostGapMs: 1_000,
  domainRequestsMax: 16,
  ownRequestsMax: 16,
  ownGapMs: 0,
}

/** The target of a request. `isSpaced`: it keeps the minimum interval. */
export type HostRequest = { readonly host: string; readonly isOwn: boolean; readonly isSpaced: boolean }

/** Runs a request when the limits allow it. */
export type WithinHostLimits = <A, E>(request: HostRequest, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Applies the limits: first that of the host with its pause, then the total one, so that a long queue for one host does
 * not block other hosts.
 */
export const makeHostLimits = (politeness: Politeness): Effect.Effect<WithinHostLimits, never, Scope.Scope> =>
  Effect.gen(function* () {
    const all = yield* Semaphore.make(politeness.requestsMax)
    const hosts = yield* RcMap.make({
      lookup: (host: string) => openHost(host.startsWith(OWN) ? politeness.ownRequestsMax : politeness.hostRequestsMax),
      // The state must survive the longest pause.
      idleTimeToLive: Math.max(politeness.hostGapMs, politeness.ownGapMs),
    })
    const domains = yield* RcMap.make({
      lookup: (_domain: string) => Semaphore.make(politeness.domainRequestsMax),
      idleTimeToLive: 0,
    })
    const withinDomain = <A, E>(host: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      RcMap.get(domains, domainOf(host)).pipe(
        Effect.flatMap((domain) => domain.withPermit(all.withPermit(effect))),
        Effect.scoped,
      )
    return ({ host, isOwn, isSpaced }, effect) => {
      const gapMs = isSpaced ? (isOwn ? politeness.ownGapMs : politeness.hostGapMs) : 0
      return RcMap.get(hosts, isOwn ? OWN + host : host).pipe(
        Effect.flatMap((state) =>
          state.slots.withPermit(
            Effect.andThen(
              gapMs === 0 ? Effect.void : pause(state, gapMs),
              isOwn ? all.withPermit(effect) : withinDomain(host, effect),
            ),
          ),
        ),
        Effect.scoped,
      )
    }
  })

const OWN = "own "

/**
 * The registrable domain of a host, without a list of public suffixes: two labels, or three below a short second-level label
 * such as `co.uk`. Addresses are their own domain.
 */
const domainOf = (host: string): string => {
  const name = host.replace(/:\d+$/, "")
  if (name.startsWith("[") || /^[\d.]+$/.test(name)) return name
  const labels = name.split(".")
  return labels.slice((labels.at(-2) ?? "").length <= 3 ? -3 : -2).join(".")
}

type HostState = { readonly slots: Semaphore.Semaphore; freeAtMs: number }

const openHost = (requestsMax: number): Effect.Effect<HostState> =>
  Effect.map(Semaphore.make(requestsMax), (slots) => ({ slots, freeAtMs: 0 }))

/** Waits for the next free start time of the host and reserves it. */
const pause = (state: HostState, gapMs: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    const startMs = Math.max(nowMs, state.freeAtMs)
    state.freeAtMs = startMs + gapMs
    return startMs === nowMs ? Effect.void : Effect.sleep(startMs - nowMs)
  })
