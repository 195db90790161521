import { Effect } from "effect"
import { ACCESS_GIVEN_MAX } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { subscriptionAccess, subscriptionTrial } from "./tables.ts"

/** Passes that end in one run of the worker. */
const ENDED_MAX = 200
/** Creators with free access listed for one person. */
const OWN_MAX = 100

const db = readModels(subscriptionAccess, subscriptionTrial).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null; activated: boolean }
  "read.channel": { channel_id: number; person_id: string; parent_id: number | null; code: string; subject: string }
}>()

/** People with current free access to a creator, the newest first. */
export const accessGivenBy = Effect.fn("accessGivenBy")(function* (creatorId: string, nowMs: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_access as access")
      .innerJoin("read.account as account", "account.person_id", "access.person_id")
      .select(["account.user_code as userCode", "account.display_name as displayName", "access.level"])
      .select(["access.until", "access.since"])
      .where("access.creator_id", "=", creatorId)
      .where("access.kind", "=", "given")
      .where((eb) => eb.or([eb("access.until", "is", null), eb("access.until", ">", new Date(nowMs))]))
      .orderBy("access.since", "desc")
      .orderBy("account.user_code")
      .limit(ACCESS_GIVEN_MAX),
  )
})

/** What a person reads without payment, by the creators' first channels. */
export const freeAccessOf = Effect.fn("freeAccessOf")(function* (personId: string, nowMs: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_access as access")
      .innerJoin("read.channel as channel", "channel.person_id", "access.creator_id")
      .select(["channel.code as channelCode", "channel.subject", "access.kind", "access.level", "access.until"])
      .where("access.person_id", "=", personId)
      .where("channel.parent_id", "is", null)
      .where((eb) => eb.or([eb("access.until", "is", null), eb("access.until", ">", new Date(nowMs))]))
      .orderBy("access.since", "desc")
      .orderBy("channel.code")
      .limit(OWN_MAX),
  )
})

/** The days of the trial that a creator offers; 0 for none. */
export const trialDaysOf = Effect.fn("trialDaysOf")(function* (creatorId: string) {
  const { query } = yield* Sql
  const [offered] = yield* query(
    db.selectFrom("read.subscription_trial").select("days").where("creator_id", "=", creatorId),
  )
  return offered?.days ?? 0
})

/** Access that is over and not recorded as such, the oldest first. */
export const listEndedAccess = Effect.fn("listEndedAccess")(function* (nowMs: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_access")
      .select(["creator_id as creatorId", "person_id as personId"])
      .where("until", "<=", new Date(nowMs))
      .orderBy("until")
      .orderBy("creator_id")
      .orderBy("person_id")
      .limit(ENDED_MAX),
  )
})

/** Free access that a person gives as a creator, or has as a reader. */
export const passesOf = Effect.fn("passesOf")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_access")
      .select(["creator_id as creatorId", "person_id as personId"])
      .where("kind", "=", "given")
      .where((eb) => eb.or([eb("creator_id", "=", personId), eb("person_id", "=", personId)]))
      .orderBy("creator_id")
      .orderBy("person_id")
      .limit(ENDED_MAX),
  )
})
