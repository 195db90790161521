import type { Aggregate } from "#core/kernel"
import { IdentityEvent, IdentityEvents } from "./events.ts"

export type LinkedIdentity = {
  readonly identityId: string
  readonly provider: string
  readonly label: string
  readonly linkedMs: number
}

/** A person's linked identities, oldest first, by person id. */
export const Identities: Aggregate<ReadonlyArray<LinkedIdentity>, IdentityEvent> = {
  category: "identities",
  events: IdentityEvents,
  initial: [],
  evolve: (state, event) =>
    IdentityEvent.match(event, {
      "accounts.IdentityLinked.v1": ({ identityId, provider, label, linkedAt }): ReadonlyArray<LinkedIdentity> => [
        ...state.filter((each) => each.identityId !== identityId),
        { identityId, provider, label: label ?? "", linkedMs: Date.parse(linkedAt) },
      ],
      "accounts.IdentityUnlinked.v1": ({ identityId }) => state.filter((each) => each.identityId !== identityId),
    }),
}
