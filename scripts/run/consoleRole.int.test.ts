import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CurrentMeta, confirmEra, connect, type SqlClient, uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { makeTestOperator } from "../../core/operators/testing/testOperator.ts"
import { type Kit, makeKit } from "../../projections/runner/testing/kit.ts"
import { ProbeConnection, readiness } from "../../src/process/readiness.ts"
import { requireSchema } from "../../src/process/requireSchema.ts"
import { SHARED_EVENTS } from "./consoleEvents.ts"
import { ConsoleRoleRefused, createConsoleRole, grantConsole } from "./consoleRole.ts"
import { root } from "./root.ts"

const PERSON = "018f2c5e-0000-7000-8000-000000000001"
const FORBIDDEN = "42501"

let db: TestDatabase
let owner: SqlClient
let role: string
let consoleUrl: string
let kit: Kit
beforeAll(async () => {
  db = await testDatabase()
  owner = connect(db.url, { connectionsMax: 1 })
  role = `quire_console_${randomBytes(6).toString("hex")}`
  consoleUrl = await createConsoleRole(db.url, role)
  await grantConsole(db.url, consoleUrl)
  kit = await makeKit(consoleUrl)
})
afterAll(async () => {
  await kit?.stop()
  await owner?.end()
  await db?.drop()
})

/** An operator joins, as at the console. */
const joinOperator = () => {
  const meta = { actor: `operator:${PERSON}`, commandId: null, correlationId: null, causationId: null }
  return kit.runtime.runPromise(
    makeTestOperator("https://console.example", ["viewer"]).pipe(Effect.provideService(CurrentMeta, meta)),
  )
}

/** The error code with which PostgreSQL refuses a statement of the console; null if it does not. */
const refusalOf = async (statement: string): Promise<string | null> => {
  try {
    await kit.sql.unsafe(statement)
    return null
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

const refused = async (statements: ReadonlyArray<string>) => {
  for (const statement of statements) expect([statement, await refusalOf(statement)]).toEqual([statement, FORBIDDEN])
}

describe("the database role of the console", () => {
  it("appends events with sealed fields, starts a process, and reads views that are made later", async () => {
    const { operatorId } = await joinOperator()
    expect(await kit.sql`select sealed from es.event where data->>'operatorId' = ${operatorId}`).toHaveLength(4)
    expect(await requireSchema(consoleUrl)).toEqual([])
    await confirmEra(owner, null)
    expect(await confirmEra(kit.sql, null)).toMatchObject({ number: 1, cause: "first" })
    const ready = await Effect.runPromise(readiness.pipe(Effect.provide(ProbeConnection.layer(consoleUrl))))
    expect(ready).toEqual({ status: "ready" })
    await owner`create view read.later as select 1 as one`
    expect(await kit.sql`select one from read.later`).toEqual([{ one: 1 }])
  })

  it("appends only what operations write, and only in the name of an operator", async () => {
    const operator = `operator:${uuidv7(Date.now())}`
    const append = async (stream: string, type: string, actor: string, on = kit.sql) => {
      try {
        await on`insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
          values (nextval('es.position'), ${`${stream}-${uuidv7(Date.now())}`}, 1, ${uuidv7(Date.now())}, ${type},
            ${PERSON}, ${PERSON}, ${actor}, '{}')`
        return null
      } catch (error) {
        return (error as { readonly code: string }).code
      }
    }
    for (const actor of [operator, "operator:signing-in"])
      expect([actor, await append("operation", "operations.OperationStarted.v1", actor)]).toEqual([actor, null])
    expect(await append("ticket", "tickets.ReplyHeld.v1", operator)).toBeNull()
    for (const actor of [`user:${PERSON}`, "guest", "system", "operator:", "operator:root", ` ${operator}`])
      expect([actor, await append("operation", "operations.OperationStarted.v1", actor)]).toEqual([actor, FORBIDDEN])
    for (const [stream, type] of [
      ["account", "accounts.PasswordChanged.v1"],
      ["deposit", "wallet.DepositCredited.v1"],
      ["withdrawal", "wallet.WithdrawalRequested.v1"],
      ["transfer", "accounts.AccountDeleted.v1"],
      ["idcheck", "identity.CheckBegun.v1"],
      ["idaccess", "identity.DocumentOpened.v1"],
      ["ticket", "tickets.TicketRated.v1"],
      ["operationx", "operations.OperationStarted.v1"],
    ] as const)
      expect([stream, await append(stream, type, operator)]).toEqual([stream, FORBIDDEN])
    // The owner of the tables is not limited, and all other processes connect as it.
    expect(await append("account", "accounts.PasswordChanged.v1", "guest", owner)).toBeNull()
  })

  it("is limited to events that exist", () => {
    const known = readFileSync(join(root, "core/kernel/golden.lock"), "utf8")
    expect(SHARED_EVENTS.filter((each) => !known.includes(`${each.split(" ")[1]} `))).toEqual([])
  })

  it("reads the log by its indexes", async () => {
    const plan = await kit.sql.begin(async (transaction) => {
      await transaction`set local enable_seqscan = off`
      return transaction`explain select data from es.event where actor = ${"operator:x"} and position < 100
        and lower(data->>'operationId') = 'x' order by position desc limit 50`
    })
    const text = plan.map((row) => row["QUERY PLAN"]).join(" ")
    expect(text).toContain("Index Cond")
    expect(text).not.toContain("Subquery Scan")
  })

  it("cannot change the log, its receipts, its keys, its eras or its proofs", async () => {
    await joinOperator()
    await refused([
      "update es.event set actor = 'operator:x'",
      "update es.event_from_0 set actor = 'operator:x'",
      "insert into es.event_from_0 select * from es.event",
      "delete from es.event",
      "truncate es.event",
      "update es.command set answer = null",
      "delete from es.command",
      "delete from es.stream",
      "update es.stream set stream = 'counter-3'",
      "select setval('es.position', 1)",
      "update es.subject_key set wrapped = null",
      "delete from es.subject_key",
      "insert into es.era select * from es.era",
      "update wallet.proof set digest = ''",
      "delete from wallet.proof",
      "update wallet.proof_scope set position = 0",
    ])
  })

  it("cannot read sign-in tokens, the texts of mail, drafts, messages in transit or reading habits", async () => {
    await refused([
      "select token_hash from accounts.session",
      "select * from accounts.session",
      "update accounts.session set expires_at = now()",
      "insert into accounts.session (session_id) values (null)",
      "select hash from accounts.browser",
      "select sealed from mail.message",
      "select about from mail.message",
      "insert into mail.message (message_id) values (null)",
      "select address from newsletters.letter",
      "select auth from push.member",
      "select secret from feeds.hub_lease",
      "select fields from publishing.autosave",
      "select item_id from reading.opened",
      "select item_id from reading.mark",
      "select person_id from chat.presence",
      "select title from imports.entry",
    ])
  })

  it("cannot rewrite the ledger", async () => {
    await refused([
      "update wallet.entry set amount = 1",
      "delete from wallet.entry",
      "delete from wallet.account",
      "update wallet.withdrawal set amount = 1",
      "insert into wallet.withdrawal (withdrawal_id) values ('x')",
      "insert into wallet.address (script) values ('x')",
      "update wallet.address set owner_id = 'x'",
      "insert into wallet.own_transaction (txid) values ('x')",
    ])
  })

  it("cannot define anything, read files, or become another role", async () => {
    await refused([
      "create schema mine",
      "create table read.mine (one int)",
      "create table es.mine (one int)",
      "create table public.mine (one int)",
      "create view read.mine as select 1 as one",
      "drop view read.later",
      "alter table es.event add column more text",
      "create function es.mine() returns int language sql as 'select 1'",
      "create or replace function es.head() returns bigint language sql as 'select 1::bigint'",
      "create role mine",
      `alter role ${role} createrole`,
      "grant select on push.member to public",
      "select pg_read_file('postgresql.conf')",
      "copy es.era to program 'cat'",
      `set role ${(await owner`select current_user as name`)[0]?.["name"]}`,
    ])
    expect(await owner`select from pg_tables where tablename = 'mine'`).toHaveLength(0)
  })

  it("loses at the next start what it was given by hand", async () => {
    await owner.unsafe(`grant update on es.event to ${role}; grant select (sealed) on mail.message to ${role};
      grant usage on schema push to ${role}; grant select on push.member to ${role}`)
    expect(await refusalOf("select sealed from mail.message")).toBeNull()
    await grantConsole(db.url, consoleUrl)
    await refused([
      "update es.event set actor = 'operator:x'",
      "select sealed from mail.message",
      "select auth from push.member",
    ])
    await joinOperator()
  })

  it("is refused if it is missing, owns the tables, or belongs to another role", async () => {
    const named = (name: string) => consoleUrl.replace(role, name)
    await expect(grantConsole(db.url, db.url)).rejects.toThrow(ConsoleRoleRefused)
    await expect(grantConsole(db.url, named("nobody_here"))).rejects.toThrow("There is no database role nobody_here")
    await owner.unsafe(`grant pg_read_all_data to ${role}`)
    await expect(grantConsole(db.url, consoleUrl)).rejects.toThrow(ConsoleRoleRefused)
    await owner.unsafe(`revoke pg_read_all_data from ${role}`)
    await grantConsole(db.url, consoleUrl)
  })

  it("has another password after each start, and the old one opens nothing", async () => {
    const next = await createConsoleRole(db.url, role)
    const [old, current] = [consoleUrl, next].map((url) => connect(url, { connectionsMax: 1 }))
    expect(await current?.unsafe("select 1 as one")).toEqual([{ one: 1 }])
    await expect(old?.unsafe("select 1 as one")).rejects.toMatchObject({ code: "28P01" })
    await Promise.all([old?.end(), current?.end()])
  })
})
