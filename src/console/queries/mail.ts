import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Rows of a list. */
const SHOWN_MAX = 50

/** Mail by kind and state since a week. The receiver stays sealed, and the text is not rendered here. */
export const countMail = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<{ kind: string; state: string; count: number }>>`
      select kind, state, count(*)::int as count from mail.message
      where made_at > now() - interval '7 days' group by kind, state order by kind, state`,
  )
})

/** Mail that could not be sent at once, the newest first. */
export const listTroubledMail = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<
      Array<{ messageId: string; kind: string; state: string; attempts: number; reply: string | null; madeAt: Date }>
    >`
      select message_id as "messageId", kind, state, attempts, reply, made_at as "madeAt" from mail.message
      where state in ('bounced', 'expired') or (state = 'waiting' and attempts > 0)
      order by made_at desc limit ${SHOWN_MAX}`,
  )
})

/** The newest newsletters, with their letters by state. */
export const listSendings = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<
      Array<{
        sendingId: string
        kind: string
        channelId: number | null
        state: string
        dueAt: Date
        waiting: number
        sent: number
        excluded: number
        bounced: number
      }>
    >`
      select s.sending_id as "sendingId", s.kind, s.channel_id as "channelId", s.state, s.due_at as "dueAt",
        count(*) filter (where l.state in ('waiting', 'sending'))::int as waiting,
        count(*) filter (where l.state = 'sent')::int as sent,
        count(*) filter (where l.state = 'excluded')::int as excluded,
        count(*) filter (where l.bounced_at is not null)::int as bounced
      from (select * from newsletters.sending order by due_at desc limit ${SHOWN_MAX}) s
        left join newsletters.letter l on l.sending_id = s.sending_id
      group by s.sending_id, s.kind, s.channel_id, s.state, s.due_at order by s.due_at desc`,
  )
})

/** Addresses that get no newsletters, by reason. */
export const countSuppressed = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<{ reason: string; count: number }>>`
      select reason, count(distinct address)::int as count from newsletters.suppression group by reason order by reason`,
  )
})
