import { randomUUID } from "node:crypto"
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { proveLog } from "#core/ledger"
import { proofRecorder } from "#src/worker/proofs/recordProof.ts"
import { outsideFileOf, recordOutsideReactor } from "#src/worker/reactors/recordOutside.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { compareOutside } from "./outside.ts"

let db: TestDatabase
let sql: SqlClient
let directory: string

beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 2, name: "outside test" })
  directory = mkdtempSync(join(tmpdir(), "outside-"))
})
afterAll(async () => {
  await sql.end()
  await db.drop()
  rmSync(directory, { recursive: true })
})

/** Adds an event to the log. */
const append = async (eventId: string, stream: string, type: string) => sql`
  insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
  select nextval('es.position'), ${stream}, 1, ${eventId}::uuid, ${type}, gen_random_uuid(), gen_random_uuid(),
    'operator:root', '{}'`

const record = async (eventId: string, stream: string, type: string, recordedAt: string, data: unknown = {}) =>
  recordOutsideReactor(outsideFileOf(directory)).react({
    ...{ eventId, stream, type, recordedAt, data },
    ...{ position: 1, version: 1, actor: "system", subjectId: null, sealed: null },
    ...{ correlationId: randomUUID(), causationId: randomUUID() },
  })

const PUBLISHED = "publishing.PostPublished.v1"

it("lists what others have seen since the restored time and the database does not know", async () => {
  expect(await compareOutside(sql, directory)).toEqual({ unknown: [], mails: 0, proof: null, proofHolds: true })
  const [known, old, lost, payout] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await append(known, "post-1", PUBLISHED)
  const now = new Date().toISOString()
  await record(known, "post-1", PUBLISHED, now)
  await record(old, "post-2", PUBLISHED, new Date(Date.now() - 3_600_000).toISOString())
  await record(lost, "post-3", PUBLISHED, now)
  const withdrawalId = randomUUID()
  const broadcast = { withdrawalId, txid: "ab".repeat(32), at: now }
  await record(payout, `withdrawal-${withdrawalId}`, "wallet.WithdrawalBroadcast.v1", now, broadcast)
  // A reactor that starts again repeats its last event, and a crash can cut a line.
  await record(lost, "post-3", PUBLISHED, now)
  appendFileSync(outsideFileOf(directory), `{"eventId":"${randomUUID()}","ty`)
  expect((await compareOutside(sql, directory)).unknown).toEqual([
    { eventId: lost, type: PUBLISHED, stream: "post-3", recordedAt: now },
    {
      eventId: payout,
      type: "wallet.WithdrawalBroadcast.v1",
      stream: `withdrawal-${withdrawalId}`,
      recordedAt: now,
      txid: broadcast.txid,
    },
  ])
})

it("compares the newest recorded proof that the restored log reaches", async () => {
  const step = proofRecorder(sql, directory)
  await append(randomUUID(), "operators-all", "operators.OperatorInvited.v1")
  await proveLog(sql)
  await step()
  await step()
  const lines = readFileSync(join(directory, "proofs.ndjson"), "utf8").trimEnd().split("\n")
  expect(lines).toHaveLength(1)
  const { proof } = JSON.parse(lines[0] ?? "") as { readonly proof: string }
  // The database that was lost had gone on.
  appendFileSync(join(directory, "proofs.ndjson"), `${JSON.stringify({ proof: `999:${"0".repeat(64)}` })}\n`)
  expect(await compareOutside(sql, directory)).toMatchObject({ proof, proofHolds: true })
  await sql`update es.event set actor = 'operator:nobody' where stream = 'operators-all'`
  expect(await compareOutside(sql, directory)).toMatchObject({ proof, proofHolds: false })
})
