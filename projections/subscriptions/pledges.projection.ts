import { PledgeEvents } from "#core/subscriptions"
import { change, makeProjection, on, remove } from "#projections/runner"
import { subscriptionPledge } from "./tables.ts"

/** Promises to support authors who are not here yet. */
export const pledges = makeProjection({
  name: "pledges",
  version: 1,
  tables: [subscriptionPledge],
  handlers: [
    on(PledgeEvents, {
      "subscriptions.PledgeSet.v1": ({ personId, feedId, number, weight, setAt }) => [
        weight === 0
          ? remove(subscriptionPledge, [personId, feedId])
          : change(subscriptionPledge, [personId, feedId], (row) => ({
              ...{ person_id: personId, feed_id: feedId, number, weight, since: row?.since ?? setAt },
            })),
      ],
    }),
  ],
})
