import { Effect } from "effect"
import { FORWARDS_MAX } from "#contract/subscriptions"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { subscriptionForward, subscriptionForwarded } from "./tables.ts"

/** Creators who pass on to one person, that they are shown. */
const SENDERS_MAX = 100
/** Parts of the paydays on one page. */
const PARTS_MAX = 1_000

const db = readModels(subscriptionForward, subscriptionForwarded).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null; activated: boolean }
}>()

/** People who receive a part of a creator's payments, and the part in thousandths. */
export const forwardsBy = Effect.fn("forwardsBy")(function* (creatorId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_forward as forward")
      .innerJoin("read.account as account", "account.person_id", "forward.receiver_id")
      .select(["account.user_code as userCode", "account.display_name as displayName", "forward.per_mille as perMille"])
      .where("forward.creator_id", "=", creatorId)
      .orderBy("forward.since")
      .orderBy("account.user_code")
      .limit(FORWARDS_MAX),
  )
})

/** Creators who pass on a part of their payments to a person. */
export const forwardersTo = Effect.fn("forwardersTo")(function* (receiverId: string) {
  const { query } = yield* Sql
  const found = yield* query(
    db
      .selectFrom("read.subscription_forward")
      .select("creator_id as creatorId")
      .where("receiver_id", "=", receiverId)
      .orderBy("since")
      .orderBy("creator_id")
      .limit(SENDERS_MAX),
  )
  return found.map(({ creatorId }) => creatorId)
})

/** Who passes on which part of their payments to a person, in thousandths. */
export const forwardsTo = Effect.fn("forwardsTo")(function* (receiverId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.subscription_forward as forward")
      .innerJoin("read.account as account", "account.person_id", "forward.creator_id")
      .select(["account.user_code as userCode", "account.display_name as displayName", "forward.per_mille as perMille"])
      .where("forward.receiver_id", "=", receiverId)
      .orderBy("forward.since")
      .orderBy("account.user_code")
      .limit(SENDERS_MAX),
  )
})

/** What a person passed on at a payday, or what somebody passed on to them. */
export type ForwardedPart = {
  readonly paydayId: string
  readonly amount: string
  readonly isFrom: boolean
  /** The other person; null after an erasure. */
  readonly userCode: string | null
  readonly displayName: string | null
}

/** What a person passed on at these paydays, and what others passed on to them; names are null after an erasure. */
export const forwardedAt = Effect.fn("forwardedAt")(function* (personId: string, paydayIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const parts = yield* query(
    db
      .selectFrom("read.subscription_forwarded as part")
      .leftJoin("read.account as sender", "sender.person_id", "part.creator_id")
      .leftJoin("read.account as receiver", "receiver.person_id", "part.receiver_id")
      .select(["part.payday_id as paydayId", "part.creator_id as creatorId", "part.amount"])
      .select(["sender.user_code as senderCode", "sender.display_name as senderName"])
      .select(["receiver.user_code as receiverCode", "receiver.display_name as receiverName"])
      .where((eb) => isAnyOf(eb.ref("part.payday_id"), paydayIds))
      .where((eb) => eb.or([eb("part.creator_id", "=", personId), eb("part.receiver_id", "=", personId)]))
      .orderBy("part.payday_id")
      .orderBy("part.creator_id")
      .orderBy("part.receiver_id")
      .limit(PARTS_MAX),
  )
  return parts.map(
    ({ paydayId, creatorId, amount, senderCode, senderName, receiverCode, receiverName }): ForwardedPart => {
      const isFrom = creatorId !== personId
      const [userCode, displayName] = isFrom ? [senderCode, senderName] : [receiverCode, receiverName]
      return { paydayId, amount, isFrom, userCode, displayName }
    },
  )
})
