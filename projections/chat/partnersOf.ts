import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Which of some people a person has a conversation with, or had one. */
export const partnersOf = Effect.fn("partnersOf")(function* (personId: string, among: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly partnerId: string }>>`
      select o.person_id as "partnerId" from read.chat_seat s
        join read.chat_room r on r.room_id = s.room_id and r.one_id is not null
        join read.chat_seat o on o.room_id = s.room_id and o.person_id <> s.person_id
      where s.person_id = ${personId} and o.person_id = any(${[...among]})`,
  )
  return rows.map(({ partnerId }) => partnerId)
})
