import { Effect } from "effect"
import { GIFT_RULE_FIRST } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { subscriptionGift, subscriptionRule } from "./tables.ts"

/** Gifts that one person is shown, and that one run of the worker returns. */
const GIFTS_MAX = 100

const db = readModels(subscriptionGift, subscriptionRule).withTables<{
  "read.channel": { channel_id: number; person_id: string; parent_id: number | null; code: string; subject: string }
}>()

const gifts = db
  .selectFrom("read.subscription_gift as gift")
  .innerJoin("read.channel as channel", "channel.channel_id", "gift.channel_id")
  .select(["gift.gift_id as giftId", "channel.code as channelCode", "channel.subject", "gift.status", "gift.code"])
  .select(["gift.asset_type_id as assetTypeId", "gift.units", "gift.currency_id as currencyId", "gift.msf"])
  .select(["gift.periods", "gift.returns_at as returnsAt", "gift.bought_at as boughtAt", "gift.ended_at as endedAt"])

/** Gifts that a person paid for, the newest first. */
export const giftsOf = Effect.fn("giftsOf")(function* (payerId: string) {
  const { query } = yield* Sql
  const own = gifts.where("gift.payer_id", "=", payerId)
  return yield* query(own.orderBy("gift.bought_at", "desc").orderBy("gift.gift_id").limit(GIFTS_MAX))
})

/** A gift with who paid for it; null if there is none. */
export const findGift = Effect.fn("findGift")(function* (giftId: string) {
  const { query } = yield* Sql
  const [gift] = yield* query(gifts.select("gift.payer_id as payerId").where("gift.gift_id", "=", giftId).limit(1))
  return gift ?? null
})

/** Paid months that a person claimed and that are not over, by their creators' first channels. */
export const giftsClaimedBy = Effect.fn("giftsClaimedBy")(function* (personId: string) {
  const { query } = yield* Sql
  const rules = yield* query(
    db
      .selectFrom("read.subscription_rule")
      .select(["creators", "starts_at as startsAt", "ends_at as endsAt"])
      .where("person_id", "=", personId)
      .where("number", ">=", GIFT_RULE_FIRST)
      .where("ends_at", "is not", null)
      .orderBy("starts_at"),
  )
  const creatorIds = rules.flatMap(({ creators }) => creators.map(({ creatorId }) => creatorId))
  if (creatorIds.length === 0) return []
  const channels = yield* query(
    db
      .selectFrom("read.channel")
      .select(["person_id as creatorId", "code as channelCode", "subject"])
      .where("parent_id", "is", null)
      .where("person_id", "in", creatorIds),
  )
  return rules.flatMap(({ creators, startsAt, endsAt }) => {
    const channel = channels.find(({ creatorId }) => creators.some((creator) => creator.creatorId === creatorId))
    return channel === undefined ? [] : [{ ...channel, startsAt, endsAt }]
  })
})

const open = db
  .selectFrom("read.subscription_gift")
  .select(["payer_id as payerId", "gift_id as giftId"])
  .where("status", "=", "open")

/** Gifts that nobody has claimed in time, the oldest first. */
export const listUnclaimedGifts = Effect.fn("listUnclaimedGifts")(function* (nowMs: number) {
  const { query } = yield* Sql
  return yield* query(open.where("returns_at", "<=", new Date(nowMs)).orderBy("returns_at").limit(GIFTS_MAX))
})

/** Gifts for a creator that nobody has claimed yet. */
export const listGiftsForCreator = Effect.fn("listGiftsForCreator")(function* (creatorId: string) {
  const { query } = yield* Sql
  return yield* query(open.where("creator_id", "=", creatorId).orderBy("gift_id").limit(GIFTS_MAX))
})
