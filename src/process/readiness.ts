import { Context, Effect, Layer } from "effect"
import { connect, type SqlClient, type WriteOutage, writeHealth, writeOutageOf } from "#core/kernel"

/** A database that takes longer to save a few bytes counts as not ready. */
const PROBE_MS_MAX = 2_000

export type Readiness = { readonly status: "ready" } | { readonly status: "notSaving"; readonly why: WriteOutage }

/**
 * The connection of the probe. In the pool it would wait behind the queries of pages, and a balancer would take out every
 * process that is merely busy.
 */
export class ProbeConnection extends Context.Service<ProbeConnection, SqlClient>()("process/ProbeConnection") {
  static layer(databaseUrl: string) {
    return Layer.effect(
      ProbeConnection,
      Effect.acquireRelease(
        Effect.sync(() =>
          connect(databaseUrl, { connectionsMax: 1, name: "quire readiness", answerMsMax: PROBE_MS_MAX }),
        ),
        (client) => Effect.promise(() => client.end({ timeout: 1 })),
      ),
    )
  }
}

/**
 * Whether this process can save: the database writes a few bytes to its log and waits for the disk, and the last append
 * of events succeeded.
 */
export const readiness: Effect.Effect<Readiness, never, ProbeConnection> = Effect.gen(function* () {
  const sql = yield* ProbeConnection
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
