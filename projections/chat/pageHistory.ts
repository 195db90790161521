import { Effect } from "effect"
import { HISTORY_PAGE, HISTORY_PAGE_MAX, type HistoryDirection } from "#contract/chat"
import { Sql } from "#core/kernel"
import { type HistoryMessage, messageColumns } from "./HistoryMessage.ts"

export type HistoryQuery = {
  readonly roomId: string
  readonly direction: HistoryDirection
  /** From there on; a page that goes on names the last message as well. Null: from the newest, or the oldest. */
  readonly dateIso: string | null
  /** The number of the last message that was had, which stands at that date. */
  readonly seq: number | null
  readonly limit?: number
}

export type HistoryPage = {
  /** Oldest first. */
  readonly messages: ReadonlyArray<HistoryMessage>
  /** Whether there are more in that direction. */
  readonly hasMore: boolean
}

/**
 * A page of a room's history before or after a date. Older pages end before the date, newer ones begin with it; with a
 * number as well, they go on behind that message, also where several have the same date.
 */
export const pageHistory = Effect.fn("pageHistory")(function* ({
  roomId,
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
  // Dates and numbers go up together: either index gives the same order, and only one of them fits what is asked.
  const order = date === null ? sql`m.seq ${back}` : sql`m.posted_at ${back}, m.seq ${back}`
  const rows = yield* Effect.promise(
    () => sql<Array<HistoryMessage>>`
      select ${messageColumns(sql)}
      from (select * from read.chat_message m where m.room_id = ${roomId} ${from}
        order by ${order} limit ${size + 1}) m
      left join read.account a on a.person_id = m.sender_id order by m.seq`,
  )
  const hasMore = rows.length > size
  return { messages: hasMore ? (isOlder ? rows.slice(1) : rows.slice(0, size)) : rows, hasMore } satisfies HistoryPage
})

/** The messages of a room after a number, oldest first: for who was away. */
export const pageAfter = Effect.fn("pageAfter")(function* (roomId: string, seq: number, limit?: number) {
  return yield* pageHistory({
    roomId,
    direction: "Newer",
    dateIso: null,
    seq,
    ...(limit === undefined ? {} : { limit }),
  })
})

/** Nobody said anything before or after; the database knows no date that is much further away. */
const DATES_MS = { min: 0, max: Date.UTC(9999, 11, 31) }

/** A date that a statement may carry; null where it is none. */
const dateOf = (iso: string): Date | null => {
  const ms = new Date(iso).getTime()
  return Number.isNaN(ms) ? null : new Date(Math.min(Math.max(ms, DATES_MS.min), DATES_MS.max))
}

const sizeOf = (limit: number = HISTORY_PAGE): number => Math.min(Math.max(Math.floor(limit), 1), HISTORY_PAGE_MAX)
