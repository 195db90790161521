import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { HISTORY_DAYS, HISTORY_ITEMS_MAX } from "./followRules.ts"

const DAY_MS = 86_400_000

/** An item that was opened. */
export type OpenedEntry = { readonly itemId: string; readonly openedMs: number }

/**
 * The items that people opened, each with the last time. It is kept for HISTORY_DAYS and HISTORY_ITEMS_MAX items, unless
 * the person has turned it off.
 */
export class ReadingHistory extends Context.Service<
  ReadingHistory,
  {
    /** Adds items to a person's history, if it is on. */
    record(personId: string, entries: ReadonlyArray<OpenedEntry>): Effect.Effect<void>
    /** Entries before a time, latest first. */
    list(
      personId: string,
      page: { readonly beforeMs?: number | undefined; readonly limit: number },
    ): Effect.Effect<ReadonlyArray<OpenedEntry>>
    isOn(personId: string): Effect.Effect<boolean>
    /** Turns the history on, or off, which also clears it. */
    setOn(personId: string, isOn: boolean): Effect.Effect<void>
    /** Deletes the entries of a person, and how far they listened. */
    clear(personId: string): Effect.Effect<void>
    /** Deletes everything about a person whose account was deleted. */
    forget(personId: string): Effect.Effect<void>
    /** Deletes entries older than HISTORY_DAYS. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/follows/ReadingHistory") {
  static readonly layer = Layer.effect(
    ReadingHistory,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const clear = (personId: string) =>
        Effect.promise(() =>
          sql.begin(async (tx) => {
            await tx`delete from reading.opened where person_id = ${personId}`
            await tx`delete from reading.listening where person_id = ${personId}`
          }),
        )
      const turnOn = (personId: string) =>
        Effect.promise(() => sql`delete from reading.history_off where person_id = ${personId}`)
      return ReadingHistory.of({
        record: (personId, entries) =>
          Effect.promise(async () => {
            const times = entries.map(({ openedMs }) => new Date(openedMs).toISOString())
            await sql`
              insert into reading.opened as o (person_id, item_id, opened_at)
              select ${personId}::uuid, i, max(t) from
                unnest(${entries.map(({ itemId }) => itemId)}::text[], ${times}::text[]::timestamptz[]) e(i, t)
              where not exists (select from reading.history_off where person_id = ${personId}::uuid)
              group by i
              on conflict (person_id, item_id) do update set opened_at = greatest(o.opened_at, excluded.opened_at)`
            await sql`
              delete from reading.opened where person_id = ${personId} and opened_at < (
                select opened_at from reading.opened where person_id = ${personId}
                order by opened_at desc offset ${HISTORY_ITEMS_MAX - 1} limit 1)`
          }),
        list: Effect.fn("ReadingHistory.list")(function* (personId, { beforeMs, limit }) {
          const before = beforeMs === undefined ? "infinity" : new Date(beforeMs).toISOString()
          const rows = yield* Effect.promise(
            () => sql<Array<OpenedEntry>>`
              select item_id as "itemId", (extract(epoch from opened_at) * 1000)::float8 as "openedMs"
              from reading.opened where person_id = ${personId} and opened_at < ${before}::text::timestamptz
              order by opened_at desc, item_id limit ${limit}`,
          )
          return rows
        }),
        isOn: (personId) =>
          Effect.promise(async () => {
            const off = await sql`select from reading.history_off where person_id = ${personId}`
            return off.length === 0
          }),
        setOn: (personId, isOn) =>
          isOn
            ? Effect.asVoid(turnOn(personId))
            : Effect.promise(() =>
                sql.begin(async (tx) => {
                  await tx`insert into reading.history_off (person_id) values (${personId}) on conflict do nothing`
                  await tx`delete from reading.opened where person_id = ${personId}`
                  await tx`delete from reading.listening where person_id = ${personId}`
                }),
              ),
        clear: (personId) => Effect.asVoid(clear(personId)),
        forget: (personId) => Effect.asVoid(Effect.andThen(clear(personId), turnOn(personId))),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from reading.opened where opened_at < ${new Date(nowMs - HISTORY_DAYS * DAY_MS)}`
          }),
        ),
      })
    }),
  )
}
