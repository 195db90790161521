import { Effect } from "effect"
import { BLOCKS_MAX, ROOMS_PER_PERSON_MAX } from "#contract/chat"
import type { QuietHours } from "#core/chat"
import { Sql } from "#core/kernel"

/** Somebody whom a person blocked. */
export type Blocked = { readonly personId: string; readonly userCode: string; readonly displayName: string }

/** Whom a person blocked, the last one first. */
export const blocksOf = Effect.fn("blocksOf")(function* (personId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<Blocked>>`
      select b.blocked_id as "personId", a.user_code as "userCode", coalesce(a.display_name, '') as "displayName"
      from read.chat_block b join read.account a on a.person_id = b.blocked_id
      where b.person_id = ${personId} order by b.blocked_at desc limit ${BLOCKS_MAX}`,
  )
})

/** The rooms in which a person sits or is invited, by their ids. */
export const seatsOf = Effect.fn("seatsOf")(function* (personId: string, limit: number = ROOMS_PER_PERSON_MAX) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ roomId: string }>>`
      select room_id as "roomId" from read.chat_seat
      where person_id = ${personId} and status in ('invited', 'ignored', 'joined', 'none') limit ${limit}`,
  )
  return rows.map(({ roomId }) => roomId)
})

/** When nothing is to be pushed to some people; who said nothing is left out. */
export const quietHoursOf = Effect.fn("quietHoursOf")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ personId: string; hours: QuietHours }>>`
      select person_id as "personId", hours from read.chat_person
      where person_id = any(${[...personIds]}) and hours is not null`,
  )
  return new Map(rows.map(({ personId, hours }) => [personId, hours]))
})
