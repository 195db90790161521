import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LedgerKit, openLedger } from "../testing/ledgerKit.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../testing/onOwnDatabase.ts"
import { PROOF_SCOPES } from "./proofScopes.ts"
import { proveLog } from "./proveLog.ts"
import { readProof, verifyLog } from "./verifyLog.ts"

let kit: OnOwnDatabase<LedgerKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openLedger)
})
afterAll(() => kit.close())

const EVENTS = 7
const fact = async (place: number) => {
  const [row] = await kit.sql<Array<{ position: number }>>`
    select position from es.event where type like 'ledger.%' order by position limit 1 offset ${place}`
  return row?.position ?? 0
}

it("shows that no fact about money was changed, left out, or added between others", async () => {
  expect([await proveLog(kit.sql), await verifyLog(kit.sql)]).toMatchObject([0, { proofs: 0, last: null }])
  for (let made = 0; made < EVENTS; made += 1) await kit.deposit(kit.newId(), 5n)
  expect(await verifyLog(kit.sql)).toMatchObject({ unproved: EVENTS })
  // Two processes at once: anyone who comes second leaves it to the first.
  const made = await Promise.all([proveLog(kit.sql, 3), proveLog(kit.sql, 3)])
  expect(made[0] + made[1] + (await proveLog(kit.sql, 3))).toBe(EVENTS)
  const right = await verifyLog(kit.sql)
  expect(right).toMatchObject({ proofs: 3, events: EVENTS, unproved: 0, broken: [], lost: [] })
  expect(await proveLog(kit.sql)).toBe(0)

  const [first, fifth] = [await fact(0), await fact(4)]
  const amount = async (from: string, to: string) => {
    await kit.sql`
      update es.event set data = replace(data::text, ${`"${from}"`}, ${`"${to}"`})::jsonb where position = ${fifth}`
  }
  await amount("5", "6")
  expect((await verifyLog(kit.sql)).broken).toEqual([
    { number: 2, scope: "money", after: await fact(2), until: await fact(5) },
  ])
  await amount("6", "5")
  await kit.sql`update es.event set recorded_at = recorded_at + interval '1 microsecond' where position = ${first}`
  expect((await verifyLog(kit.sql)).broken).toMatchObject([{ number: 1, after: 0 }])
  await kit.sql`update es.event set recorded_at = recorded_at - interval '1 microsecond' where position = ${first}`
  await kit.sql`update es.event set type = 'other.Fact.v1' where position = ${fifth}`
  expect((await verifyLog(kit.sql)).broken).toMatchObject([{ number: 2 }])
  await kit.sql`update es.event set type = 'ledger.Transferred.v1' where position = ${fifth}`
  expect(await verifyLog(kit.sql)).toEqual(right)
})

it("shows by a proof that was kept elsewhere that log and proofs were made again", async () => {
  const { last } = await verifyLog(kit.sql)
  const stored = readProof(last ?? "")
  expect(stored).toMatchObject({ number: 3 })
  if (stored === null) return
  await kit.deposit(kit.newId(), 5n)
  await proveLog(kit.sql)
  expect(await verifyLog(kit.sql, [stored])).toMatchObject({ proofs: 4, broken: [], lost: [] })
  await kit.sql`update es.event set actor = 'nobody' where position = ${await fact(6)}`
  await kit.sql`truncate wallet.proof`
  await kit.sql`update wallet.proof_scope set position = 0`
  await proveLog(kit.sql, 3)
  expect(await verifyLog(kit.sql, [stored])).toMatchObject({ proofs: 3, broken: [], lost: [stored] })
  expect(readProof("3:abc")).toBeNull()
})

describe("the log of operators", () => {
  /** Appends an event past the ledger, as any module might; returns its position. */
  const append = async (type: string, actor = "system") => {
    const [row] = await kit.sql<Array<{ position: number }>>`
      insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
      select nextval('es.position'), ${`proofs-${kit.newId()}`}, 1, ${kit.newId()}, ${type}, ${kit.newId()}, ${kit.newId()},
        ${actor}, '{"reason":"because"}'
      returning position`
    return row?.position ?? 0
  }
  const broken = async () => (await verifyLog(kit.sql)).broken.map(({ scope }) => scope)

  it("is covered by scopes that the database and the verification agree on", async () => {
    const stored = await kit.sql`
      select scope, types, by_operators as "byOperators" from wallet.proof_scope order by scope`
    expect([...stored]).toEqual(PROOF_SCOPES.map(({ scope, types, byOperators }) => ({ scope, types, byOperators })))
  })

  it.each([
    ["operators", "operators.RoleGranted.v1", "system"],
    ["operations", "operations.OperationApproved.v1", "system"],
    ["identity", "identity.CheckVerified.v1", "system"],
    ["reveals", "reveals.FieldRevealed.v1", "system"],
    ["moderation", "moderation.MeasureTaken.v1", "system"],
    ["flags", "flags.FlagSet.v1", "system"],
    ["an operator in any module", "channels.ApplicationApproved.v1", "operator:mara"],
  ])("shows a changed, a removed and an inserted event of %s", async (_, type, actor) => {
    const before = await append("feeds.Unproved.v1")
    const position = await append(type, actor)
    await append(type, actor)
    await proveLog(kit.sql)
    expect(await broken()).toEqual([])
    const at = kit.sql`position = ${position}`

    await kit.sql`update es.event set data = '{"reason":"another"}' where ${at}`
    expect(await broken()).toEqual(["operators"])
    await kit.sql`update es.event set data = '{"reason":"because"}' where ${at}`

    await kit.sql`create table removed as select * from es.event where ${at}`
    await kit.sql`delete from es.event where ${at}`
    expect(await broken()).toEqual(["operators"])
    await kit.sql`insert into es.event select * from removed`
    await kit.sql`drop table removed`
    expect(await broken()).toEqual([])

    await kit.sql`update es.event set type = ${type}, actor = ${actor} where position = ${before}`
    expect(await broken()).toEqual(["operators"])
    await kit.sql`update es.event set type = 'feeds.Unproved.v1', actor = 'system' where position = ${before}`
    expect(await broken()).toEqual([])
  })

  it("cannot be hidden by changing what a scope covers, or the scope of a proof", async () => {
    await kit.sql`update wallet.proof_scope set types = '{}', by_operators = false where scope = 2`
    await append("operators.RoleGranted.v1")
    await proveLog(kit.sql)
    expect(await verifyLog(kit.sql)).toMatchObject({ broken: [], unproved: 1 })
    await kit.sql`
      update wallet.proof_scope set by_operators = true, types = ${[...(PROOF_SCOPES[1]?.types ?? [])]} where scope = 2`
    await append("operators.RoleGranted.v1")
    await proveLog(kit.sql)
    expect(await broken()).toEqual(["operators"])

    await kit.sql`insert into wallet.proof_scope values (9, '{}', false, 0)`
    await kit.sql`update wallet.proof set scope = 9 where number = (select max(number) from wallet.proof)`
    expect(await broken()).toContain("unknown")
  })
})
