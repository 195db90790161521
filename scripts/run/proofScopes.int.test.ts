import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { proveLog, readProof, verifyLog } from "#core/ledger"
import { type TestDatabase, testDatabase } from "#testing"
import { MIGRATIONS } from "../../src/process/migrations.ts"
import { migrate } from "./migrate.ts"

let db: TestDatabase
let sql: SqlClient
let before: string

beforeAll(async () => {
  db = await testDatabase({ migrated: false })
  sql = connect(db.url, { connectionsMax: 2, name: "test" })
  before = mkdtempSync(join(tmpdir(), "quire-migrations-"))
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < "0054"))
    cpSync(join(MIGRATIONS, name), join(before, name))
})
afterAll(async () => {
  await sql.end()
  await db.drop()
  rmSync(before, { recursive: true })
})

const append = (type: string) => sql`
  insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
  select nextval('es.position'), 'proofs-1', nextval('es.position'), gen_random_uuid(), ${type}, gen_random_uuid(),
    gen_random_uuid(), 'system', '{}'`

it("verifies proofs from before there were scopes as they were made, and then covers what operators did earlier", async () => {
  await migrate(db.url, { directory: before })
  for (const type of ["wallet.A.v1", "operators.A.v1", "ledger.A.v1", "identity.A.v1"]) await append(type)
  await sql`select wallet.prove_next(1)`
  await sql`select wallet.prove_next(10)`
  const [old] = await sql`select number || ':' || encode(digest, 'hex') as proof from wallet.proof order by number desc`
  const kept = readProof(String(old?.["proof"]))
  if (kept === null) throw new Error("no proof was made")

  await migrate(db.url)
  expect(await verifyLog(sql, [kept])).toMatchObject({ proofs: 2, events: 2, unproved: 2, broken: [], lost: [] })
  await append("ledger.B.v1")
  expect(await proveLog(sql)).toBe(3)
  expect(await verifyLog(sql, [kept])).toMatchObject({ proofs: 4, unproved: 0, broken: [], lost: [] })

  await sql`update es.event set actor = 'nobody' where type = 'operators.A.v1'`
  expect((await verifyLog(sql, [kept])).broken).toMatchObject([{ scope: "operators", after: 0 }])
  await sql`update es.event set actor = 'nobody' where type = 'wallet.A.v1'`
  expect((await verifyLog(sql, [kept])).broken).toMatchObject([{ number: 1, scope: "money" }, { scope: "operators" }])
})
