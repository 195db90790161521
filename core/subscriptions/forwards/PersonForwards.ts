import type { Aggregate } from "#core/kernel"
import { type ForwardEvent, ForwardEvents } from "./events.ts"

/** A part of each payment, in thousandths, that goes on to somebody. */
export type Forward = { readonly toId: string; readonly perMille: number }

/** Parts by person: those who receive one, and those who pass one on. */
export type ForwardsState = {
  readonly to: ReadonlyMap<string, number>
  readonly from: ReadonlyMap<string, number>
}

/** What a person passes on of their income from subscriptions, and what others pass on to them, by the person's id. */
export const PersonForwards: Aggregate<ForwardsState, ForwardEvent> = {
  category: "forwards",
  events: ForwardEvents,
  initial: { to: new Map(), from: new Map() },
  evolve: ({ to, from }, event) =>
    event._tag === "subscriptions.ForwardSet.v1"
      ? { to: withPart(to, event.toId, event.perMille), from }
      : { to, from: withPart(from, event.fromId, event.perMille) },
}

const withPart = (parts: ReadonlyMap<string, number>, personId: string, perMille: number) => {
  const next = new Map(parts)
  if (perMille === 0) next.delete(personId)
  else next.set(personId, perMille)
  return next
}

/** Where the payments of a creator go on to, sorted by id, so that ties take turns in a stable order. */
export const forwardsOf = ({ to }: ForwardsState): ReadonlyArray<Forward> =>
  [...to].map(([toId, perMille]) => ({ toId, perMille })).sort((one, other) => (one.toId < other.toId ? -1 : 1))
