import type { Aggregate } from "#core/kernel"
import type { PREMIUM_LEVEL, SUBSCRIBER_LEVEL } from "../limits.ts"
import { type AccessPassEvent, AccessPassEvents, type TrialOfferEvent, TrialOfferEvents } from "./events.ts"

type FreeLevel = typeof SUBSCRIBER_LEVEL | typeof PREMIUM_LEVEL

export type AccessPassState = {
  /** What the creator gave; null without it, and after it was taken back or lapsed. */
  readonly given: { readonly level: FreeLevel; readonly untilMs: number | null } | null
  /** The end of a trial that runs; null without one. */
  readonly trialUntilMs: number | null
  /** Whether the person has ever begun a trial. */
  readonly hasTried: boolean
}

/** What a person may read of a creator without payment, by `passIdOf`. */
export const AccessPass: Aggregate<AccessPassState, AccessPassEvent> = {
  category: "accesspass",
  events: AccessPassEvents,
  initial: { given: null, trialUntilMs: null, hasTried: false },
  evolve: (state, event) => {
    switch (event._tag) {
      case "subscriptions.AccessGiven.v1": {
        const untilMs = event.until === null ? null : Date.parse(event.until)
        return { ...state, given: { level: event.level, untilMs } }
      }
      case "subscriptions.AccessWithdrawn.v1":
        return { ...state, given: null }
      case "subscriptions.TrialBegun.v1":
        return { ...state, trialUntilMs: Date.parse(event.until), hasTried: true }
      case "subscriptions.AccessLapsed.v1":
        return event.kind === "given" ? { ...state, given: null } : { ...state, trialUntilMs: null }
    }
  },
}

export const passIdOf = (creatorId: string, personId: string): string => `${creatorId}.${personId}`

/** The days of the trial that a creator offers, by their id; 0 for none. */
export const TrialOffer: Aggregate<number, TrialOfferEvent> = {
  category: "trialoffer",
  events: TrialOfferEvents,
  initial: 0,
  evolve: (_, { days }) => days,
}
