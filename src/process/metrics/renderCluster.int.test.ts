import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { renderCluster } from "./renderCluster.ts"

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

const render = (statement: string) =>
  Effect.gen(function* () {
    const { client } = yield* Sql
    yield* Effect.promise(() => client.unsafe(statement))
    return yield* renderCluster
  }).pipe(Effect.provide(Sql.layer(db.url)), Effect.runPromise)

it("metrics show that no worker runs jobs, and which part of the backups fails, if there are any", async () => {
  const without = await render("select 1")
  expect(without).toContain("quire_workers_with_jobs 0")
  expect(without).not.toContain("quire_backup_age_seconds")
  const failing = await render("insert into cluster.backup (log_failure) values ('full')")
  expect(failing).toContain('quire_backup_failing{part="log"} 1')
  expect(failing).toContain('quire_backup_failing{part="copy"} 0')
  expect(failing).toContain("quire_backup_age_seconds +Inf")
})
