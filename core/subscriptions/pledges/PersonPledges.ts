import type { Aggregate } from "#core/kernel"
import { type PledgeEvent, PledgeEvents } from "./events.ts"

/** A promise to support a feed: the rule that it is in, and its weight there. */
export type Pledge = { readonly number: number; readonly weight: number }

/** The promises of a person, by feed. */
export type PledgesState = ReadonlyMap<string, Pledge>

/** Feeds without an author here that a person wants to support, by the person's id. */
export const PersonPledges: Aggregate<PledgesState, PledgeEvent> = {
  category: "pledges",
  events: PledgeEvents,
  initial: new Map(),
  evolve: (state, { feedId, number, weight }) => {
    const next = new Map(state)
    if (weight === 0) next.delete(feedId)
    else next.set(feedId, { number, weight })
    return next
  },
}
