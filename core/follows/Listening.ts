import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { LISTENING_DAYS, LISTENING_TRACKS_MAX } from "./followRules.ts"

const DAY_MS = 86_400_000
/** Tracks that ended, or hardly began, are not half-heard. */
const EDGE_SECONDS = 10
/** A device whose clock is ahead must not keep others from going on. */
const AHEAD_MS_MAX = 60_000

/** How far a person listened to a track. `trackKey` is the item's id, followed by `.` and a number for its further media. */
export type ListeningPosition = {
  readonly trackKey: string
  readonly seconds: number
  /** 0 if it is not known. */
  readonly durationSeconds: number
  readonly heardMs: number
}

/** The item of a track. */
export const itemOfTrack = (trackKey: string): string => trackKey.split(".")[0] ?? ""

/**
 * How far people listened, the same on all their devices: the latest report counts. Kept for LISTENING_DAYS and
 * LISTENING_TRACKS_MAX tracks, unless the person has turned the reading history off, which clears it (ReadingHistory.ts).
 */
export class Listening extends Context.Service<
  Listening,
  {
    /** Stores how far a person came. An earlier report that arrives late changes nothing. */
    record(personId: string, position: ListeningPosition): Effect.Effect<void>
    /** The positions of the tracks of an item. */
    ofItem(personId: string, itemId: string): Effect.Effect<ReadonlyArray<ListeningPosition>>
    /** What was begun and not finished, latest first. */
    halfHeard(personId: string, limit: number): Effect.Effect<ReadonlyArray<ListeningPosition>>
    /** Removes a track from what is half-heard; "" for all. */
    remove(personId: string, trackKey: string): Effect.Effect<void>
    /** Deletes everything about a person whose account was deleted. */
    forget(personId: string): Effect.Effect<void>
    /** Deletes positions older than LISTENING_DAYS. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/follows/Listening") {
  static readonly layer = Layer.effect(
    Listening,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const columns = sql`track_key as "trackKey", seconds, duration_seconds as "durationSeconds",
        (extract(epoch from heard_at) * 1000)::float8 as "heardMs"`
      return Listening.of({
        record: Effect.fn("Listening.record")(function* (personId, { trackKey, seconds, durationSeconds, heardMs }) {
          const nowMs = yield* Clock.currentTimeMillis
          const at = new Date(heardMs > nowMs + AHEAD_MS_MAX ? nowMs : heardMs).toISOString()
          yield* Effect.promise(async () => {
            const written = await sql`
              insert into reading.listening as l (person_id, track_key, item_id, seconds, duration_seconds, heard_at)
              select ${personId}::uuid, ${trackKey}, ${itemOfTrack(trackKey)}, ${Math.floor(seconds)}::int,
                ${Math.floor(durationSeconds)}::int, ${at}::text::timestamptz
              where not exists (select from reading.history_off where person_id = ${personId}::uuid)
              on conflict (person_id, track_key) do update set seconds = excluded.seconds,
                duration_seconds = excluded.duration_seconds, heard_at = excluded.heard_at
              where excluded.heard_at > l.heard_at
              returning (xmax = 0) as "isNew"`
            // Only a new row can be one too many.
            if (written[0]?.["isNew"] !== true) return
            await sql`
              delete from reading.listening where person_id = ${personId} and heard_at < (
                select heard_at from reading.listening where person_id = ${personId}
                order by heard_at desc offset ${LISTENING_TRACKS_MAX - 1} limit 1)`
          })
        }),
        ofItem: (personId, itemId) =>
          Effect.promise(
            () => sql<Array<ListeningPosition>>`
              select ${columns} from reading.listening
              where person_id = ${personId} and item_id = ${itemId}`,
          ),
        halfHeard: (personId, limit) =>
          Effect.promise(
            () => sql<Array<ListeningPosition>>`
              select ${columns} from reading.listening
              where person_id = ${personId} and seconds >= ${EDGE_SECONDS}
                and (duration_seconds = 0 or seconds <= duration_seconds - ${EDGE_SECONDS})
              order by heard_at desc, track_key limit ${limit}`,
          ),
        remove: (personId, trackKey) =>
          Effect.promise(
            () => sql`
              delete from reading.listening where person_id = ${personId} and ${trackKey} in ('', track_key)`,
          ),
        forget: (personId) => Effect.promise(() => sql`delete from reading.listening where person_id = ${personId}`),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from reading.listening where heard_at < ${new Date(nowMs - LISTENING_DAYS * DAY_MS)}`
          }),
        ),
      })
    }),
  )
}
