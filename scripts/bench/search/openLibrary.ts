import { Effect, Layer, ManagedRuntime } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { PostgresSearchIndex, type SearchIndex } from "#projections/library"

export type Library = {
  readonly sql: SqlClient
  readonly run: <A, E>(question: Effect.Effect<A, E, Sql | SearchIndex>) => Promise<A>
  readonly close: () => Promise<void>
}

/** Queries the library of a database as the product's processes do. */
export const openLibrary = async (url: string): Promise<Library> => {
  const runtime = ManagedRuntime.make(PostgresSearchIndex.pipe(Layer.provideMerge(Sql.layer(url))))
  const { client } = await runtime.runPromise(
    Effect.gen(function* () {
      return yield* Sql
    }),
  )
  return { sql: client, run: (question) => runtime.runPromise(question), close: () => runtime.dispose() }
}
