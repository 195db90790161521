import { Layer } from "effect"
import { testDatabase } from "#testing"
import { eventStoreConformance } from "./EventStore.conformance.ts"
import { Hints } from "./Hints.ts"
import { PostgresEventStore } from "./PostgresEventStore.ts"
import { Sql } from "./Sql.ts"

eventStoreConformance("the event store on PostgreSQL", async () => {
  const { url, drop } = await testDatabase()
  const sql = Sql.layer(url)
  const layer = PostgresEventStore.pipe(Layer.provide(Hints.layer.pipe(Layer.provideMerge(sql))))
  return { layer: layer.pipe(Layer.provide(sql)), close: drop }
})
