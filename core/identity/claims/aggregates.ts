import type { Aggregate } from "#core/kernel"
import { type NumberEvent, NumberEvents, type PersonChecksEvent, PersonChecksEvents } from "./events.ts"

/** The ids of the checks of a person, oldest first. */
export const PersonChecks: Aggregate<ReadonlyArray<string>, PersonChecksEvent> = {
  category: "idcheckof",
  events: PersonChecksEvents,
  initial: [],
  evolve: (state, { checkId }) => [...state, checkId],
}

export type NumberClaim = { readonly checkId: string; readonly personId: string }

/** The checks that had a document with one number, by the HMAC of the number. */
export const DocumentNumber: Aggregate<ReadonlyArray<NumberClaim>, NumberEvent> = {
  category: "iddoc",
  events: NumberEvents,
  initial: [],
  evolve: (state, { checkId, personId }) => [...state, { checkId, personId }],
}
