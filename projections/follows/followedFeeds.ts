import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import { directoryFeedsWith } from "#projections/feeds"
import { epochMs, type ReadTables } from "#projections/runner"
import type { follow, followGroup } from "./tables.ts"

/** Maximum feeds in one result: as many as an account may follow. */
const FEEDS_MAX = 5_000

const follows = directoryFeedsWith<ReadTables<typeof follow | typeof followGroup>>()
  .innerJoin("read.follow as follow", "follow.feed_id", "read.feed.feed_id")
  .leftJoin("read.follow_group as groups", (join) =>
    join.onRef("groups.person_id", "=", "follow.person_id").onRef("groups.group_id", "=", "follow.group_id"),
  )
  .select([
    /** Null without a group. */
    "follow.group_id as groupId",
    "groups.name as groupName",
    "follow.with_creator as withCreator",
  ])
  .select((eb) => [
    epochMs(eb.ref("follow.followed_at")).as("followedMs"),
    /** Null while it is followed. */
    epochMs(eb.ref("follow.ended_at")).as("endedMs"),
  ])

/** A feed that a person follows or used to follow. Times are milliseconds since 1970. */
export type FollowedFeed = InferResult<typeof follows>[number]

/** The feeds that a person follows, in the order of following; or the ended follows, the last ended first. */
export const followedFeeds = Effect.fn("followedFeeds")(function* (
  personId: string,
  which: "followed" | "ended" = "followed",
  limit = FEEDS_MAX,
) {
  const { query } = yield* Sql
  const own = follows.where("follow.person_id", "=", personId).limit(limit)
  return yield* query(
    (which === "ended"
      ? own.where("follow.ended_at", "is not", null).orderBy("follow.ended_at", "desc")
      : own.where("follow.ended_at", "is", null).orderBy("follow.position")
    ).orderBy("read.feed.feed_id"),
  )
})
