import { Effect } from "effect"
import { Sql, type WriteOutage, writeHealth, writeOutageOf } from "#core/kernel"

/** A database that takes longer to save a few bytes counts as not ready. */
const PROBE_MS_MAX = 2_000

export type Readiness = { readonly status: "ready" } | { readonly status: "notSaving"; readonly why: WriteOutage }

/**
 * Whether this process can save: the database writes a few bytes to its log and waits for the disk, and the last append
 * of events succeeded.
 */
export const readiness: Effect.Effect<Readiness, never, Sql> = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const probed = yield* Effect.tryPromise({
    try: () => sql`select pg_logical_emit_message(true, 'quire', 'readiness')`,
    catch: (error) => writeOutageOf(error) ?? "away",
  }).pipe(
    Effect.timeoutOrElse({ duration: PROBE_MS_MAX, orElse: () => Effect.fail("away" as const) }),
    Effect.match({ onSuccess: () => null, onFailure: (why) => why }),
  )
  const why = probed ?? writeHealth.current()
  return why === null ? { status: "ready" } : { status: "notSaving", why }
})
