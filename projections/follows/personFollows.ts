import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** A person's follows as every page request needs them: ids only. */
export type PersonFollows = {
  /** Feeds by group name, "" for those without a group; groups in the order of creation. */
  readonly byGroup: ReadonlyMap<string, ReadonlyArray<string>>
  /** Group ids by name. */
  readonly groupIds: ReadonlyMap<string, string>
  readonly muted: ReadonlyArray<MuteRule>
  /** The log position of this state; 0 for people who never followed anything. */
  readonly position: number
}

/** Lower-case words that hide items of one feed or (null) of all. */
export type MuteRule = { readonly feedId: string | null; readonly words: ReadonlyArray<string> }

const NO_FOLLOWS: PersonFollows = { byGroup: new Map(), groupIds: new Map(), muted: [], position: 0 }

/** Reads the follows of a person, by the keys of the read models. */
export const personFollows = Effect.fn("personFollows")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<FollowsRow>>(`select ${followColumns("$1::text")}`, [personId], { prepare: true }),
  )
  return readFollows(row)
})

/** SQL of the columns that `readFollows` needs, for use in any statement. The argument is an SQL expression. */
export const followColumns = (personId: string) => `
  (select position from read.follower where person_id = ${personId}) as position,
  (select json_agg(json_build_array(group_id, name) order by position, group_id)
    from read.follow_group where person_id = ${personId}) as groups,
  (select json_agg(json_build_array(feed_id, group_id) order by position, feed_id)
    from read.follow where person_id = ${personId} and ended_at is null) as feeds,
  (select json_agg(json_build_object('feedId', feed_id, 'words', words) order by rule_id)
    from read.mute_rule where person_id = ${personId}) as muted`

/** Builds the follows from those columns. */
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
