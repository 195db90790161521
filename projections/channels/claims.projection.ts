import { ClaimEvents } from "#core/channels"
import { makeProjection, on, put, remove } from "#projections/runner"
import { feedClaim } from "./tables.ts"

/** The owners of feeds. Claims of deleted people stay, because queries join accounts and so do not find them. */
export const claims = makeProjection({
  name: "feed_claims",
  version: 1,
  byStream: true,
  tables: [feedClaim],
  handlers: [
    on(ClaimEvents, {
      "channels.FeedClaimed.v1": ({ feedId, personId, by, claimedAt }) => [
        put(feedClaim, { feed_id: feedId, person_id: personId, place: by, claimed_at: claimedAt }),
      ],
      "channels.FeedReleased.v1": ({ feedId }) => [remove(feedClaim, [feedId])],
    }),
  ],
})
