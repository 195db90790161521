import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import type { FreeAccessKind } from "#core/subscriptions"
import { readModels } from "#projections/runner"

const SUPPORTERS_PAGE = 50

/** Sources of levels that nobody pays for, and that creators give themselves. */
const WITHOUT_PAYMENT: ReadonlyArray<FreeAccessKind> = ["given", "trial"]

/** Levels of Home/Levels that only supporters have. */
const [SUBSCRIBER, PREMIUM] = [2, 3]

const db = readModels().withTables<{
  "read.chat_grant": {
    creator_id: string
    person_id: string
    source: string
    level: number
    subscriber_at: Date
    premium_at: Date | null
  }
  "read.account": {
    person_id: string
    user_code: string
    channel_code: string | null
    display_name: string | null
    header_image: string | null
  }
}>()

/** One row for each supporter. A level may come from several sources. */
const supportersOf = (creatorId: string, level: number) =>
  db
    .selectFrom(
      db
        .selectFrom("read.chat_grant")
        .select((eb) => [
          "person_id",
          eb.fn.max("level").as("level"),
          eb.fn.min("subscriber_at").as("subscriber_at"),
          eb.fn.min("premium_at").as("premium_at"),
        ])
        .where("creator_id", "=", creatorId)
        .where("source", "not in", WITHOUT_PAYMENT)
        .groupBy("person_id")
        .as("support"),
    )
    .innerJoin("read.account as account", "account.person_id", "support.person_id")
    .where("support.level", "=", level)

const page = (creatorId: string, level: number, offset: number) =>
  supportersOf(creatorId, level)
    .select((eb) => [
      "account.user_code as userCode",
      "account.channel_code as channelCode",
      "account.display_name as displayName",
      "account.header_image as headerImage",
      eb.fn
        .coalesce(level === PREMIUM ? "support.premium_at" : "support.subscriber_at", "support.subscriber_at")
        .as("since"),
    ])
    .orderBy("support.subscriber_at", "desc")
    .orderBy("account.user_code")
    .offset(offset)
    .limit(SUPPORTERS_PAGE)

/** Somebody who has a level with a creator, and since when without a pause. */
export type ListedSupporter = InferResult<ReturnType<typeof page>>[number]

/** A page of a creator's subscribers and one of premium subscribers, who are not among the former. @param number from 1 */
export const listSupporters = Effect.fn("listSupporters")(function* (creatorId: string, number: number) {
  const { query } = yield* Sql
  const groupOf = Effect.fnUntraced(function* (level: number) {
    const people = yield* query(page(creatorId, level, (number - 1) * SUPPORTERS_PAGE))
    const [counted] = yield* query(supportersOf(creatorId, level).select((eb) => eb.fn.countAll<string>().as("count")))
    return { people, count: Number(counted?.count ?? 0) }
  })
  return { subscribers: yield* groupOf(SUBSCRIBER), premium: yield* groupOf(PREMIUM) }
})
