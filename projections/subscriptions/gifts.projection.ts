import { GiftEvents } from "#core/subscriptions"
import { makeProjection, on, patch, put } from "#projections/runner"
import { subscriptionGift } from "./tables.ts"

/** Subscriptions that people paid for others. */
export const gifts = makeProjection({
  name: "gifts",
  version: 1,
  tables: [subscriptionGift],
  handlers: [
    on(GiftEvents, {
      "subscriptions.GiftBought.v1": ({ giftId, personId, channelId, creatorId, assetTypeId, currencyId, ...gift }) => [
        put(subscriptionGift, {
          ...{ gift_id: giftId, payer_id: personId, channel_id: channelId, creator_id: creatorId },
          ...{ asset_type_id: assetTypeId, currency_id: currencyId, units: gift.units, msf: gift.msf },
          ...{ periods: gift.periods, status: "open", code: gift.code, ended_at: null },
          ...{ returns_at: gift.returnsAt, bought_at: gift.boughtAt },
        }),
      ],
      "subscriptions.GiftClaimed.v1": ({ giftId, claimedAt }) => [
        patch(subscriptionGift, [giftId], (row) => ({
          ...row,
          status: "claimed" as const,
          code: null,
          ended_at: claimedAt,
        })),
      ],
      "subscriptions.GiftReturned.v1": ({ giftId, returnedAt }) => [
        patch(subscriptionGift, [giftId], (row) => ({
          ...row,
          status: "returned" as const,
          code: null,
          ended_at: returnedAt,
        })),
      ],
    }),
  ],
})
