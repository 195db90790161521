import { Clock, Effect } from "effect"
import type { Fetcher } from "#core/fetch"
import type { HubLease, HubLeases } from "./HubLeases.ts"

/** Lease that is requested; hubs may grant another. */
export const LEASE_REQUESTED_SECONDS = 10 * 86_400
/** Concurrent requests to hubs. */
const HUBS_AT_ONCE_MAX = 8

type Tools = {
  readonly leases: (typeof HubLeases)["Service"]
  readonly fetcher: (typeof Fetcher)["Service"]
  /** Public origin without trailing slash, which hubs call. */
  readonly origin: string
}

/** The callback address of a subscription. */
export const callbackOf = (origin: string, callbackId: string): string => `${origin}/websub/${callbackId}`

/**
 * Sends due requests to hubs: subscribe, renew, unsubscribe (WebSub, 5.1). Hubs answer by calling us; silent ones are
 * retried with backoff. Returns the number of requests.
 */
export const subscribeDueHubs = ({ leases, fetcher, origin }: Tools) =>
  Effect.fn("subscribeDueHubs")(function* (limit: number) {
    const request = ({ feedId, hub, topic, callbackId, secret, ending }: HubLease) =>
      fetcher
        .postForm({
          url: hub,
          fields: {
            "hub.callback": callbackOf(origin, callbackId),
            "hub.mode": ending ? "unsubscribe" : "subscribe",
            "hub.topic": topic,
            ...(ending ? {} : { "hub.secret": secret, "hub.lease_seconds": String(LEASE_REQUESTED_SECONDS) }),
          },
        })
        .pipe(
          Effect.flatMap((status) =>
            status >= 400 ? Effect.logDebug("a hub refuses to be asked", { feedId, hub, status }) : Effect.void,
          ),
          Effect.catch((refusal) => Effect.logDebug("a hub cannot be asked", { feedId, hub, why: refusal.messageKey })),
        )
    const due = yield* leases.claimDue(yield* Clock.currentTimeMillis, limit)
    yield* Effect.forEach(due, request, { concurrency: HUBS_AT_ONCE_MAX, discard: true })
    return due.length
  })
