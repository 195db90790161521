import { SUBSCRIBER_LEVEL } from "#contract/subscriptions"
import { AccountEvents } from "#core/accounts"
import { AccessPassEvents, TrialOfferEvents } from "#core/subscriptions"
import { makeProjection, on, put, remove } from "#projections/runner"
import { subscriptionAccess, subscriptionTrial } from "./tables.ts"

/** Access without payment: what creators gave, trials that run, and trials that are offered. */
export const freeAccess = makeProjection({
  name: "free_access",
  version: 1,
  tables: [subscriptionAccess, subscriptionTrial],
  handlers: [
    on(AccessPassEvents, {
      "subscriptions.AccessGiven.v1": ({ creatorId, personId, level, until, givenAt }) => [
        put(subscriptionAccess, {
          ...{ creator_id: creatorId, person_id: personId, kind: "given" },
          ...{ level, until, since: givenAt },
        }),
      ],
      "subscriptions.AccessWithdrawn.v1": ({ creatorId, personId }) => [
        remove(subscriptionAccess, [creatorId, personId, "given"]),
      ],
      "subscriptions.TrialBegun.v1": ({ creatorId, personId, until, begunAt }) => [
        put(subscriptionAccess, {
          ...{ creator_id: creatorId, person_id: personId, kind: "trial" },
          ...{ level: SUBSCRIBER_LEVEL, until, since: begunAt },
        }),
      ],
      "subscriptions.AccessLapsed.v1": ({ creatorId, personId, kind }) => [
        remove(subscriptionAccess, [creatorId, personId, kind]),
      ],
    }),
    on(TrialOfferEvents, {
      "subscriptions.TrialOffered.v1": ({ creatorId, days }) =>
        days === 0
          ? [remove(subscriptionTrial, [creatorId])]
          : [put(subscriptionTrial, { creator_id: creatorId, days })],
    }),
    on(AccountEvents, {
      "accounts.AccountDeleted.v1": ({ personId }) => [remove(subscriptionTrial, [personId])],
    }),
  ],
})
