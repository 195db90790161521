import { Clock, Effect } from "effect"
import type { Fetcher } from "#core/fetch"
import type { HubLease, HubLeases } from "./HubLeases.ts"

/** How long a lease we ask for; hubs grant what they like. */
export const LEASE_ASKED_SECONDS = 10 * 86_400
/** Hubs that are asked at the same time. */
const HUBS_AT_ONCE_MAX = 8

type Tools = {
  readonly leases: (typeof HubLeases)["Service"]
  readonly fetcher: (typeof Fetcher)["Service"]
  /** Where hubs reach us, without a slash at the end. */
  readonly origin: string
}

/** The address that a hub calls. */
export const callbackOf = (origin: string, callbackId: string): string => `${origin}/websub/${callbackId}`

/**
 * Asks hubs for leases that are due: to begin, to renew, to end (WebSub, 5.1). What comes of it they say by calling us;
 * one that says nothing is asked again later and later. Answers how many were asked.
 */
export const askHubs = ({ leases, fetcher, origin }: Tools) =>
  Effect.fn("askHubs")(function* (limit: number) {
    const ask = ({ feedId, hub, topic, callbackId, secret, ending }: HubLease) =>
      fetcher
        .postForm({
          url: hub,
          fields: {
            "hub.callback": callbackOf(origin, callbackId),
            "hub.mode": ending ? "unsubscribe" : "subscribe",
            "hub.topic": topic,
            ...(ending ? {} : { "hub.secret": secret, "hub.lease_seconds": String(LEASE_ASKED_SECONDS) }),
          },
        })
        .pipe(
          Effect.flatMap((status) =>
            status >= 400 ? Effect.logDebug("a hub refuses to be asked", { feedId, hub, status }) : Effect.void,
          ),
          Effect.catch((refusal) => Effect.logDebug("a hub cannot be asked", { feedId, hub, why: refusal.messageKey })),
        )
    const due = yield* leases.claimDue(yield* Clock.currentTimeMillis, limit)
    yield* Effect.forEach(due, ask, { concurrency: HUBS_AT_ONCE_MAX, discard: true })
    return due.length
  })
