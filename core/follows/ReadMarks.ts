import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { MARK_DAYS, MARKS_MAX } from "./followRules.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** "Mark all as read" can be undone for so long. */
const UNDO_MINUTES = 60

/**
 * What people have read: marks of single items, and per feed the log position up to which all of it is read (its horizon).
 * An item is read if its mark says so; without a mark, if the horizon of its feed covers it, or if it is older than
 * MARK_DAYS (projections/follows/findReadItems.ts).
 */
export class ReadMarks extends Context.Service<
  ReadMarks,
  {
    /** Marks items as read or unread. */
    mark(personId: string, itemIds: ReadonlyArray<string>, isRead: boolean): Effect.Effect<void>
    /**
     * Marks everything of some feeds up to a log position as read. `undo` restores what it replaced.
     *
     * @param unread items that the position covers and that were marked unread: these marks are dropped
     */
    markAll(
      personId: string,
      feeds: {
        readonly feedIds: ReadonlyArray<string>
        readonly position: number
        readonly unread: ReadonlyArray<string>
      },
    ): Effect.Effect<void>
    /** Adds the marks of a guest who signed in. The person's own marks take precedence. */
    adopt(
      personId: string,
      marks: {
        readonly read: ReadonlyArray<string>
        readonly unread: ReadonlyArray<string>
        /** Log positions up to which everything of a feed is read. */
        readonly horizons: ReadonlyMap<string, number>
      },
    ): Effect.Effect<void>
    /** Undoes the last `markAll` of a person. False if there is none, or if it is older than UNDO_MINUTES. */
    undo(personId: string): Effect.Effect<boolean>
    /** Deletes all marks of a person whose account was deleted. */
    forget(personId: string): Effect.Effect<void>
    /** Deletes marks older than MARK_DAYS, and what can no longer be undone. */
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
        markAll: Effect.fn("ReadMarks.markAll")(function* (personId, { feedIds, position, unread }) {
          const [feeds, now] = [[...new Set(feedIds)], new Date(yield* Clock.currentTimeMillis)]
          yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              await tx`
                insert into reading.undo (person_id, position, feed_ids, positions, unread, made_at)
                select ${personId}::uuid, ${position}, coalesce(array_agg(f), '{}'), coalesce(array_agg(h.position), '{}'),
                  ${[...unread]}::text[], ${now}::timestamptz
                from unnest(${feeds}::text[]) f
                  left join reading.horizon h on h.person_id = ${personId}::uuid and h.feed_id = f
                on conflict (person_id) do update set position = excluded.position, feed_ids = excluded.feed_ids,
                  positions = excluded.positions, unread = excluded.unread, made_at = excluded.made_at`
              await tx`
                insert into reading.horizon as h (person_id, feed_id, position)
                select ${personId}::uuid, f, ${position}::bigint from unnest(${feeds}::text[]) f
                on conflict (person_id, feed_id) do update set position = greatest(h.position, excluded.position)`
              if (unread.length > 0)
                await tx`
                  delete from reading.mark
                  where person_id = ${personId} and item_id = any(${[...unread]}) and not is_read`
            }),
          )
        }),
        adopt: Effect.fn("ReadMarks.adopt")(function* (personId, { read, unread, horizons }) {
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              await tx`
                insert into reading.horizon as h (person_id, feed_id, position)
                select ${personId}::uuid, f, p from
                  unnest(${[...horizons.keys()]}::text[], ${[...horizons.values()]}::bigint[]) g(f, p)
                on conflict (person_id, feed_id) do update set position = greatest(h.position, excluded.position)`
              await tx`
                insert into reading.mark (person_id, item_id, is_read, marked_at)
                select ${personId}::uuid, i, i <> all(${[...unread]}::text[]), ${now}
                from unnest(${[...new Set([...read, ...unread])]}::text[]) i
                on conflict (person_id, item_id) do nothing`
            }),
          )
        }),
        undo: Effect.fn("ReadMarks.undo")(function* (personId) {
          const now = yield* Clock.currentTimeMillis
          return yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              const [last] = await tx`
                select from reading.undo
                where person_id = ${personId}::uuid and made_at > ${new Date(now - UNDO_MINUTES * MINUTE_MS)}
                for update`
              if (last === undefined) return false
              // A read position that moved on since stays.
              await tx`
                update reading.horizon h set position = b.position
                from reading.undo u, unnest(u.feed_ids, u.positions) b(feed_id, position)
                where u.person_id = ${personId}::uuid and h.person_id = u.person_id and h.feed_id = b.feed_id
                  and h.position = u.position and b.position is not null`
              await tx`
                delete from reading.horizon h using reading.undo u, unnest(u.feed_ids, u.positions) b(feed_id, position)
                where u.person_id = ${personId}::uuid and h.person_id = u.person_id and h.feed_id = b.feed_id
                  and h.position = u.position and b.position is null`
              await tx`
                insert into reading.mark (person_id, item_id, is_read, marked_at)
                select u.person_id, i, false, ${new Date(now)} from reading.undo u, unnest(u.unread) i
                where u.person_id = ${personId}::uuid
                on conflict (person_id, item_id) do nothing`
              await tx`delete from reading.undo where person_id = ${personId}::uuid`
              return true
            }),
          )
        }),
        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from reading.mark where person_id = ${personId}`
            await sql`delete from reading.horizon where person_id = ${personId}`
            await sql`delete from reading.undo where person_id = ${personId}`
          }),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from reading.mark where marked_at < ${new Date(nowMs - MARK_DAYS * DAY_MS)}`
            await sql`delete from reading.undo where made_at < ${new Date(nowMs - UNDO_MINUTES * MINUTE_MS)}`
          }),
        ),
      })
    }),
  )
}
