import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type DirectoryFeed, directoryColumns } from "#projections/feeds"

/** A feed that a person follows or followed. Times are milliseconds since 1970. */
export type FollowedFeed = DirectoryFeed & {
  /** Null where it is in no group. */
  readonly groupId: string | null
  readonly groupName: string | null
  readonly withCreator: boolean
  readonly followedMs: number
  /** Null while it is followed. */
  readonly endedMs: number | null
}

/** Feeds that one answer holds: as many as an account may follow. */
const FEEDS_MAX = 5_000

/** The feeds that a person follows, in the order in which they were followed; or those that they once did, the last ended first. */
export const followedFeeds = Effect.fn("followedFeeds")(function* (
  personId: string,
  which: "followed" | "ended" = "followed",
) {
  const { client: sql } = yield* Sql
  const isEnded = which === "ended"
  return yield* Effect.promise(
    () => sql<Array<FollowedFeed>>`
      select ${directoryColumns(sql)}, w.group_id as "groupId", g.name as "groupName", w.with_creator as "withCreator",
        (extract(epoch from w.followed_at) * 1000)::bigint as "followedMs",
        (extract(epoch from w.ended_at) * 1000)::bigint as "endedMs"
      from read.feed join (select * from read.follow where person_id = ${personId}) w using (feed_id)
        left join read.follow_group g on g.person_id = w.person_id and g.group_id = w.group_id
      where (w.ended_at is not null) = ${isEnded}
      order by ${isEnded ? sql`w.ended_at desc` : sql`w.position`}, feed_id
      limit ${FEEDS_MAX}`,
  )
})
