import { Effect } from "effect"
import type { NoticeType } from "#contract/notifications"
import { Sql, type SqlClient } from "#core/kernel"
import type { QueriedRow } from "#projections/runner"
import type { notice } from "./tables.ts"

type NoticeRow = QueriedRow<typeof notice.columns>
/** A notice of a person. `content` is null after erasure. */
export type PersonNotice = Pick<NoticeRow, "seq" | "type" | "content"> & {
  readonly noticeId: NoticeRow["notice_id"]
  readonly givenAt: NoticeRow["given_at"]
  readonly isRead: boolean
}

export type NoticePage = {
  /** Null for both types. */
  readonly type: NoticeType | null
  readonly limit: number
}

/** The newest notices, newest first. */
export const listNotices = Effect.fn("listNotices")(function* (personId: string, { type, limit }: NoticePage) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<PersonNotice>>`
      select ${columns(sql)} from ${mine(sql, personId)}
      where ${type === null ? sql`true` : sql`type = ${type}`} order by given_at desc, seq desc limit ${limit}`,
  )
})

/** Null if it is not a notice of this person. */
export const findNotice = Effect.fn("findNotice")(function* (personId: string, noticeId: string) {
  const { client: sql } = yield* Sql
  const [found] = yield* Effect.promise(
    () => sql<Array<PersonNotice>>`
      select ${columns(sql)} from ${mine(sql, personId)} where notice_id = ${noticeId}`,
  )
  return found ?? null
})

export type NoticeCounts = Readonly<Record<NoticeType, { readonly total: number; readonly unread: number }>>

/** Total and unread notices by type. */
export const countNotices = Effect.fn("countNotices")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ type: NoticeType; total: number; unread: number }>>`
      select type, count(*)::int as total, count(*) filter (where not read)::int as unread
      from ${mine(sql, personId)} group by type`,
  )
  const of = (type: NoticeType) => rows.find((row) => row.type === type) ?? { total: 0, unread: 0 }
  return { System: of("System"), Account: of("Account") } satisfies NoticeCounts
})

/** Unread notices by person; people without any are left out. */
export const unreadNoticeCounts = Effect.fn("unreadNoticeCounts")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ personId: string; unread: number }>>`
      select person_id as "personId", unread from unnest(${[...personIds]}::text[]) as asked (person_id),
        lateral ${sql.unsafe(unreadNotices("asked.person_id"))} as counted (unread)`,
  )
  return new Map(rows.map(({ personId, unread }) => [personId, unread]))
})

/** As a value inside another statement. */
export const unreadNotices = (personId: string): string =>
  `(select count(*) filter (where not read)::int from ${noticesOf(personId)})`

/**
 * SQL of the notices of one person, including those marked as read together. Raw SQL, because `unreadNotices` is part of
 * other statements.
 */
const noticesOf = (personId: string) => `(
  select n.*, n.seq <= coalesce(case n.type when 'System' then r.system_read else r.account_read end, 0) or n.is_read as read
  from read.notice n left join read.notice_reader r using (person_id) where n.person_id = ${personId}) as mine`

const mine = (sql: SqlClient, personId: string) =>
  sql`(select ${personId}::text as person_id) me cross join lateral ${sql.unsafe(noticesOf("me.person_id"))}`

const columns = (sql: SqlClient) =>
  sql`notice_id as "noticeId", seq, type, content, given_at as "givenAt", read as "isRead"`
