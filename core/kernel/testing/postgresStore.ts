import { Layer } from "effect"
import { testDatabase } from "#testing"
import { Sql } from "../database/Sql.ts"
import { Hints } from "../store/Hints.ts"
import { PostgresEventStore } from "../store/PostgresEventStore.ts"

/** An event store on a separate database, for tests. */
export const postgresStore = async () => {
  const { url, drop } = await testDatabase()
  const sql = Sql.layer(url)
  const layer = PostgresEventStore.pipe(Layer.provideMerge(Hints.layer), Layer.provideMerge(sql))
  return { url, layer, close: drop }
}
