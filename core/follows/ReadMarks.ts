import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { MARK_DAYS, MARKS_MAX } from "./reading/sizes.ts"

const DAY_MS = 86_400_000

/**
 * What people have read: marks of single items, and for each feed the position of the log up to which all of it is read.
 * An item is read if its mark says so; without one, if the feed's horizon lies behind it, or if it is older than marks are
 * kept (projections/follows/readAmong.ts asks so).
 */
export class ReadMarks extends Context.Service<
  ReadMarks,
  {
    /** Marks items as read, or as unread. */
    mark(personId: string, itemIds: ReadonlyArray<string>, isRead: boolean): Effect.Effect<void>
    /** Marks all that some feeds have brought up to a position of the log. */
    markAll(personId: string, feedIds: ReadonlyArray<string>, position: number): Effect.Effect<void>
    /** Drops all marks of a person who left. */
    forget(personId: string): Effect.Effect<void>
    /** Drops marks that are too old. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/follows/reading/ReadMarks") {
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

        markAll: (personId, feedIds, position) =>
          Effect.promise(async () => {
            await sql`
              insert into reading.horizon as h (person_id, feed_id, position)
              select ${personId}::uuid, f, ${position}::bigint from unnest(${[...new Set(feedIds)]}::text[]) f
              on conflict (person_id, feed_id) do update set position = greatest(h.position, excluded.position)`
            // What was marked unread before is read now; what was marked read is so without its mark.
            await sql`
              delete from reading.mark m using read.item i
              where m.person_id = ${personId} and i.item_id = m.item_id and i.feed_id = any(${[...feedIds]})
                and i.position <= ${position}`
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
