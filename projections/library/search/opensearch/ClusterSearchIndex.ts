import { Clock, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { PostgresSearchIndex } from "../postgres/PostgresSearchIndex.ts"
import { SearchIndex, SearchUnavailable } from "../SearchIndex.ts"
import { Cluster, type ClusterOptions } from "./Cluster.ts"
import { findInCluster, type ServingCopy, sourcesInCluster } from "./ClusterIndex.ts"
import { servingCopy } from "./copies.ts"

/** How long a process uses the previous engine after an operator switched. */
const SERVING_MS = 1_000

/** Queries the copy that operators have chosen, by default PostgreSQL. */
export const ClusterSearchIndex = (options: ClusterOptions) =>
  Layer.effect(
    SearchIndex,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const postgres = yield* SearchIndex
      const cluster = yield* clusterOf(options)
      const serving = keepServing(sql)
      const current = Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.promise(() => serving(nowMs)))
      const run = <Answer>(
        inPostgres: Effect.Effect<Answer, SearchUnavailable>,
        inCluster: (copy: ServingCopy) => Promise<Answer>,
      ) =>
        Effect.flatMap(current, (copy) =>
          copy === null ? inPostgres : Effect.tryPromise({ try: () => inCluster(copy), catch: unavailable }),
        )
      return SearchIndex.of({
        find: (query) => run(postgres.find(query), (copy) => findInCluster(cluster, copy, query)),
        countSources: (query) => run(postgres.countSources(query), (copy) => sourcesInCluster(cluster, copy, query)),
        // A copy follows the log in its own time, and may be away.
        version: Effect.flatMap(current, (copy) => (copy === null ? postgres.version : Effect.succeed(null))),
      })
    }),
  ).pipe(Layer.provide(PostgresSearchIndex))

/** Connections to a cluster, closed with the scope. */
export const clusterOf = (options: ClusterOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => new Cluster(options)),
    (cluster) => Effect.promise(() => cluster.close()),
  )

const unavailable = (error: unknown) =>
  new SearchUnavailable({ reason: error instanceof Error ? error.message : String(error) })

const keepServing = (sql: SqlClient): ((nowMs: number) => Promise<ServingCopy | null>) => {
  let held: { readonly copy: Promise<ServingCopy | null>; readonly atMs: number } | null = null
  return (nowMs) => {
    if (held === null || nowMs >= held.atMs + SERVING_MS || nowMs < held.atMs) {
      const copy = servingCopy(sql)
      const mine = { copy, atMs: nowMs }
      held = mine
      copy.catch(() => {
        if (held === mine) held = null
      })
    }
    return held.copy
  }
}
