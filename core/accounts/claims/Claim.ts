import type { Aggregate } from "#core/kernel"
import { ClaimEvent, ClaimEvents } from "../events.ts"

/** Kinds of names that only one account may have. */
export type ClaimKind = "email" | "usercode" | "username" | "identity"

/** The current owner; null if it is free. */
export type ClaimState = { readonly ownerId: string | null }

/** A claim of one kind, by its digest, or by the user code itself, which is public. */
export const claim = (kind: ClaimKind): Aggregate<ClaimState, ClaimEvent> => ({
  category: kind,
  events: ClaimEvents,
  initial: { ownerId: null },
  evolve: (_, event) =>
    ClaimEvent.match(event, {
      "accounts.NameClaimed.v1": ({ personId }) => ({ ownerId: personId }),
      "accounts.NameReleased.v1": () => ({ ownerId: null }),
    }),
})
