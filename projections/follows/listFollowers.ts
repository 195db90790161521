import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { follow } from "./tables.ts"

const db = readModels(follow)

/** People who follow a feed, in the order of their ids. @param after the last id of the previous page */
export const listFollowers = Effect.fn("listFollowers")(function* (feedId: string, after: string, limit: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.follow")
      .select(["person_id as personId", "group_id as groupId"])
      .where("feed_id", "=", feedId)
      .where("ended_at", "is", null)
      .where("person_id", ">", after)
      .orderBy("person_id")
      .limit(limit),
  )
})
