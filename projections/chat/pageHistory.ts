import { Effect } from "effect"
import {
  HISTORY_PAGE,
  HISTORY_PAGE_MAX,
  type HistoryDirection,
  REACTION_PEOPLE_SHOWN_MAX,
  REPLIES_COUNTED_MAX,
} from "#contract/chat"
import type { MessageFile } from "#core/chat"
import { Sql, type SqlClient, type SqlPart } from "#core/kernel"

/** A message of a room's history. */
export type HistoryMessage = {
  readonly roomId: string
  readonly seq: number
  readonly clientId: string
  readonly senderId: string
  /** "" after erasure of the author. */
  readonly senderCode: string
  readonly senderName: string
  /** "" if removed. */
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  readonly files: ReadonlyArray<MessageFile> | null
  readonly sentAtIso: string
  readonly isEdited: boolean
  readonly isRemoved: boolean
  /** Direct and indirect replies. Only in pages of history. */
  readonly replies?: number
  /** Only in pages of history; null if there are none. */
  readonly reactions?: ReadonlyArray<HistoryReaction> | null
}

/** One emoji below a message. */
export type HistoryReaction = {
  readonly emoji: string
  readonly count: number
  /** Whether the reader reacted with it. */
  readonly isOwn: boolean
  /** Some of the people. */
  readonly people: ReadonlyArray<{ readonly code: string; readonly name: string }>
}

/** Columns of a message `m` and its author `a`. */
export const messageColumns = (sql: SqlClient) => sql`
  m.room_id as "roomId", m.seq, m.client_id as "clientId", m.sender_id as "senderId",
  coalesce(a.user_code, '') as "senderCode", coalesce(a.display_name, '') as "senderName",
  coalesce(m.text, '') as text, m.reply_to as "replyTo", m.pictures, m.files,
  to_char(m.posted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAtIso",
  m.edited_at is not null as "isEdited", m.removed_at is not null or m.is_forgotten as "isRemoved"`

/** The reactions to a message `m`. */
const reactionsTo = (sql: SqlClient, readerId: string) => sql`
  (select jsonb_agg(jsonb_build_object('emoji', c.emoji, 'count', c.count,
    'isOwn', exists (select from read.chat_reaction o where o.room_id = c.room_id and o.seq = c.seq
      and o.emoji = c.emoji and o.person_id = ${readerId}),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('code', p.user_code, 'name', p.name)), '[]') from (
      select n.user_code, coalesce(nullif(n.display_name, ''), n.user_code) as name
      from read.chat_reaction x join read.account n on n.person_id = x.person_id
      where x.room_id = c.room_id and x.seq = c.seq and x.emoji = c.emoji
      order by x.person_id limit ${REACTION_PEOPLE_SHOWN_MAX}) p)))
  from read.chat_reaction_count c
  where c.room_id = m.room_id and c.seq = m.seq and m.removed_at is null and not m.is_forgotten)`

/** The numbers `seq` of the direct and indirect replies to a message, as a recursive query `thread`. */
const threadOf = (sql: SqlClient, roomId: SqlPart, seq: SqlPart) => sql`
  with recursive thread (seq) as (
    select r.seq from read.chat_message r where r.room_id = ${roomId} and r.reply_to = ${seq}
    union all
    select r.seq from thread t join read.chat_message r on r.room_id = ${roomId} and r.reply_to = t.seq)`

/** The number of replies to a message `m`. Most have none, which one look at the index shows. */
const repliesTo = (sql: SqlClient) => sql`
  case when exists (select from read.chat_message r where r.room_id = m.room_id and r.reply_to = m.seq)
    then (${threadOf(sql, sql`m.room_id`, sql`m.seq`)}
      select count(*)::int from (select from thread limit ${REPLIES_COUNTED_MAX}) counted)
    else 0 end`

export type HistoryQuery = {
  readonly roomId: string
  /** Marks their own reactions. */
  readonly readerId: string
  readonly direction: HistoryDirection
  /** Where the page starts; null for the newest or oldest message. */
  readonly dateIso: string | null
  /** The last message of the previous page, which has this date. */
  readonly seq: number | null
  readonly limit?: number
}

export type HistoryPage = {
  /** Oldest first. */
  readonly messages: ReadonlyArray<HistoryMessage>
  /** Whether more messages follow in this direction. */
  readonly hasMore: boolean
}

/**
 * A page of history before or after a date. Older pages end before the date, newer ones start with it; with `seq` the
 * page continues after that message, even among equal dates. Raw SQL, because the order decides which index is used.
 */
export const pageHistory = Effect.fn("pageHistory")(function* ({
  roomId,
  readerId,
  direction,
  dateIso,
  seq,
  limit,
}: HistoryQuery) {
  const { client: sql } = yield* Sql
  const isOlder = direction === "Older"
  const date = dateIso === null ? null : dateOf(dateIso)
  const from =
    date === null
      ? seq === null
        ? sql``
        : sql`and m.seq ${isOlder ? sql`<` : sql`>`} ${seq}`
      : seq === null
        ? sql`and m.posted_at ${isOlder ? sql`<` : sql`>=`} ${date}`
        : sql`and (m.posted_at, m.seq) ${isOlder ? sql`<` : sql`>`} (${date}, ${seq})`
  const size = sizeOf(limit)
  const back = isOlder ? sql`desc` : sql`asc`
  // Dates and numbers rise together: both orders are the same, but only one has a matching index.
  const order = date === null ? sql`m.seq ${back}` : sql`m.posted_at ${back}, m.seq ${back}`
  const rows = yield* Effect.promise(
    () => sql<Array<HistoryMessage>>`
      select ${messageColumns(sql)}, ${reactionsTo(sql, readerId)} as reactions,
        ${repliesTo(sql)} as replies
      from (select * from read.chat_message m where m.room_id = ${roomId} ${from}
        order by ${order} limit ${size + 1}) m
      left join read.account a on a.person_id = m.sender_id order by m.seq`,
  )
  const hasMore = rows.length > size
  return { messages: hasMore ? (isOlder ? rows.slice(1) : rows.slice(0, size)) : rows, hasMore } satisfies HistoryPage
})

/** Messages after a number, oldest first. */
export const pageAfter = Effect.fn("pageAfter")(function* (
  roomId: string,
  seq: number,
  readerId: string,
  limit?: number,
) {
  return yield* pageHistory({
    roomId,
    readerId,
    direction: "Newer",
    dateIso: null,
    seq,
    ...(limit === undefined ? {} : { limit }),
  })
})

/** A message and the replies to it, oldest first, after a number. */
export const pageThread = Effect.fn("pageThread")(function* (
  { roomId, seq, after }: { readonly roomId: string; readonly seq: number; readonly after: number },
  readerId: string,
  limit?: number,
) {
  const { client: sql } = yield* Sql
  const size = sizeOf(limit)
  const rows = yield* Effect.promise(
    () => sql<Array<HistoryMessage>>`
      ${threadOf(sql, sql`${roomId}`, sql`${seq}::int`)}
      select ${messageColumns(sql)}, ${reactionsTo(sql, readerId)} as reactions,
        ${repliesTo(sql)} as replies
      from (
        select m.* from read.chat_message m
        join (select ${seq}::int as seq union all (select seq from thread limit ${REPLIES_COUNTED_MAX})) t on t.seq = m.seq
        where m.room_id = ${roomId} and m.seq > ${after} order by m.seq limit ${size + 1}) m
      left join read.account a on a.person_id = m.sender_id order by m.seq`,
  )
  return { messages: rows.slice(0, size), hasMore: rows.length > size } satisfies HistoryPage
})

/** No message is outside these dates, and PostgreSQL accepts no much later ones. */
const DATES_MS = { min: 0, max: Date.UTC(9999, 11, 31) }

/** Null if the text is not a date. */
const dateOf = (iso: string): Date | null => {
  const ms = new Date(iso).getTime()
  return Number.isNaN(ms) ? null : new Date(Math.min(Math.max(ms, DATES_MS.min), DATES_MS.max))
}

const sizeOf = (limit: number = HISTORY_PAGE): number => Math.min(Math.max(Math.floor(limit), 1), HISTORY_PAGE_MAX)
