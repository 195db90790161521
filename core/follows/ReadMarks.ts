import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { MARK_DAYS, MARKS_MAX } from "./followRules.ts"

const DAY_MS = 86_400_000

/**
 * What people have read: marks of single items, and per feed the log position up to which all of it is read (its horizon).
 * An item is read if its mark says so; without a mark, if the horizon of its feed covers it, or if it is older than
 * MARK_DAYS (projections/follows/readAmong.ts).
 */
export class ReadMarks extends Context.Service<
  ReadMarks,
  {
    /** Marks items as read or unread. */
    mark(personId: string, itemIds: ReadonlyArray<string>, isRead: boolean): Effect.Effect<void>
    /**
     * Marks everything of some feeds up to a log position as read.
     *
     * @param marked items that the position covers and that have a mark of their own: their marks are dropped
     */
    markAll(
      personId: string,
      feeds: {
        readonly feedIds: ReadonlyArray<string>
        readonly position: number
        readonly marked: ReadonlyArray<string>
      },
    ): Effect.Effect<void>
    /** Deletes all marks of a person whose account was deleted. */
    forget(personId: string): Effect.Effect<void>
    /** Deletes marks older than MARK_DAYS. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/follows/ReadMarks") {
  static readonly layer = Layer.effect(
    ReadMarks,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      return ReadMarks.of({
        mark: Effect.fn("ReadMarks.mark")(function* (personId, itemIds, isRead) {
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(async () => {
            await sql`
              insert into reading.mark (person_id, item_id, is_read, marked_at)
              select ${personId}::uuid, i, ${isRead}, ${now} from unnest(${[...new Set(itemIds)]}::text[]) i
              on conflict (person_id, item_id) do update set is_read = excluded.is_read, marked_at = excluded.marked_at`
            await sql`
              delete from reading.mark where person_id = ${personId} and marked_at < (
                select marked_at from reading.mark where person_id = ${personId}
                order by marked_at desc offset ${MARKS_MAX - 1} limit 1)`
          })
        }),
        markAll: (personId, { feedIds, position, marked }) =>
          Effect.promise(async () => {
            await sql`
              insert into reading.horizon as h (person_id, feed_id, position)
              select ${personId}::uuid, f, ${position}::bigint from unnest(${[...new Set(feedIds)]}::text[]) f
              on conflict (person_id, feed_id) do update set position = greatest(h.position, excluded.position)`
            if (marked.length > 0)
              await sql`delete from reading.mark where person_id = ${personId} and item_id = any(${[...marked]})`
          }),
        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from reading.mark where person_id = ${personId}`
            await sql`delete from reading.horizon where person_id = ${personId}`
          }),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from reading.mark where marked_at < ${new Date(nowMs - MARK_DAYS * DAY_MS)}`
          }),
        ),
      })
    }),
  )
}
