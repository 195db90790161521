import { Layer } from "effect"
import { testDatabase } from "#testing"
import { Hints } from "../Hints.ts"
import { PostgresEventStore } from "../PostgresEventStore.ts"
import { Sql } from "../Sql.ts"

/** The event store on a database of its own, for tests. */
export const postgresStore = async () => {
  const { url, drop } = await testDatabase()
  const sql = Sql.layer(url)
  const layer = PostgresEventStore.pipe(Layer.provideMerge(Hints.layer), Layer.provideMerge(sql))
  return { url, layer, close: drop }
}
