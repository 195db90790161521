import { Effect } from "effect"
import { Sql, type SqlClient, type SqlPart } from "#core/kernel"

/** What a person follows, as pages need it at every request: ids alone. */
export type PersonFollows = {
  /** The feeds by the name of their group, "" for those in none; groups in the order in which they were made. */
  readonly byGroup: ReadonlyMap<string, ReadonlyArray<string>>
  /** The ids of the groups by their names. */
  readonly groupIds: ReadonlyMap<string, string>
  readonly muted: ReadonlyArray<MuteRule>
  /** As of this position of the log; 0 for somebody who never followed anything. */
  readonly position: number
}

/** Words that keep an item out, of one feed or (null) of all; lower case. */
export type MuteRule = { readonly feedId: string | null; readonly words: ReadonlyArray<string> }

const NO_FOLLOWS: PersonFollows = { byGroup: new Map(), groupIds: new Map(), muted: [], position: 0 }

/** The follows of a person, over the keys of the read models. */
export const personFollows = Effect.fn("personFollows")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() => sql<Array<FollowsRow>>`select ${followColumns(sql, personId)}`)
  return readFollows(row)
})

/** What there is to select for the follows of a person, within any statement. */
export const followColumns = (sql: SqlClient, personId: string | SqlPart) => sql`
  (select position from read.follower where person_id = ${personId}) as position,
  (select json_agg(json_build_array(group_id, name) order by position, group_id)
    from read.follow_group where person_id = ${personId}) as groups,
  (select json_agg(json_build_array(feed_id, group_id) order by position, feed_id)
    from read.follow where person_id = ${personId} and ended_at is null) as feeds,
  (select json_agg(json_build_object('feedId', feed_id, 'words', words) order by rule_id)
    from read.mute_rule where person_id = ${personId}) as muted`

/** The follows that those columns tell of. */
export const readFollows = (row: FollowsRow | undefined): PersonFollows =>
  row === undefined || row.position === null ? NO_FOLLOWS : toFollows(row, row.position)

export type FollowsRow = {
  readonly position: number | null
  readonly groups: ReadonlyArray<readonly [groupId: string, name: string | null]> | null
  readonly feeds: ReadonlyArray<readonly [feedId: string, groupId: string | null]> | null
  readonly muted: ReadonlyArray<MuteRule> | null
}

const toFollows = ({ groups, feeds, muted }: FollowsRow, position: number): PersonFollows => {
  const names = new Map((groups ?? []).map(([groupId, name]) => [groupId, name ?? ""]))
  const byGroup = new Map<string, Array<string>>()
  for (const name of names.values()) byGroup.set(name, [])
  for (const [feedId, groupId] of feeds ?? []) {
    const name = (groupId === null ? undefined : names.get(groupId)) ?? ""
    const ids = byGroup.get(name)
    if (ids === undefined) byGroup.set(name, [feedId])
    else ids.push(feedId)
  }
  const groupIds = new Map(Array.from(names, ([groupId, name]) => [name, groupId]))
  return { byGroup, groupIds, muted: muted ?? [], position }
}
