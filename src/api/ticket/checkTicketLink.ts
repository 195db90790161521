import { Effect } from "effect"
import type { TicketLinkKind } from "#contract/tickets"
import { UnknownTicketLink } from "#core/tickets"
import { findFeed } from "#projections/feeds"
import { findNotice } from "#projections/notifications"
import { findMovement, hasWithdrawal, parseMovementId } from "#projections/wallet"

/** Refuses a link to something that is not the person's own. Feeds are everybody's. */
export const checkTicketLink = Effect.fn("checkTicketLink")(function* (
  personId: string,
  { kind, targetId }: { readonly kind: TicketLinkKind; readonly targetId: string },
) {
  const isOwn = yield* isLinkable(personId, kind, targetId)
  if (!isOwn) return yield* new UnknownTicketLink({})
})

const isLinkable = (personId: string, kind: TicketLinkKind, targetId: string) => {
  switch (kind) {
    case "withdrawal":
      return hasWithdrawal(personId, targetId)
    case "payment": {
      const key = parseMovementId(targetId, personId)
      return key === null ? Effect.succeed(false) : Effect.map(findMovement(personId, key), (found) => found !== null)
    }
    case "feed":
      return Effect.map(findFeed(targetId), (found) => found !== null)
    case "message":
      return Effect.map(findNotice(personId, targetId), (found) => found !== null)
  }
}
