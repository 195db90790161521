import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sql, type SqlClient } from "../database/Sql.ts"
import { SubjectEvents } from "../events.ts"
import { makeEventFamily } from "../store/EventFamily.ts"
import { EventStore, type StoredEvent } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import { postgresStore } from "../testing/postgresStore.ts"
import { writer } from "../writing/writer.ts"
import { eraseSubject } from "./eraseSubject.ts"
import { KEY_KEPT_SECONDS_MAX, Sealing } from "./Sealing.ts"

const SignedUp = Schema.TaggedStruct("test.SignedUp.v1", {
  userId: Schema.String,
  plan: Schema.String,
  name: Schema.NullOr(Schema.String),
})
const events = makeEventFamily(Schema.Union([SignedUp]), {
  sealed: { "test.SignedUp.v1": { subject: "userId", fields: ["name"] } },
})
const Account = {
  category: "account",
  events,
  initial: null as string | null,
  evolve: (_: string | null, { name }: { readonly name: string | null }) => name,
}
const master = randomBytes(32)

let under: Awaited<ReturnType<typeof postgresStore>>
let runtime: ManagedRuntime.ManagedRuntime<EventStore | Sealing | Sql, never>
let sql: SqlClient

const run = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing | Sql>) => runtime.runPromise(effect)
const failure = async <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing | Sql>) => {
  const exit = await runtime.runPromiseExit(effect)
  return Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "no failure"
}

beforeAll(async () => {
  under = await postgresStore()
  runtime = ManagedRuntime.make(Sealing.layer(master).pipe(Layer.provideMerge(under.layer)))
  sql = (await run(Sql)).client
})

afterAll(async () => {
  await runtime.dispose()
  await under.close()
})

const signUp = Effect.fnUntraced(function* (userId: string, name: string) {
  const write = yield* writer(Account)
  yield* write(userId, () => Result.succeed([SignedUp.make({ userId, plan: `plan-of-${userId}`, name })]))
  const [stored] = yield* (yield* EventStore).readStream(`account-${userId}`)
  return stored as StoredEvent
})

describe("personal data", () => {
  it("is never stored as plain text, neither in rows nor in files of the database", async () => {
    const userId = uuidv7(Date.now())
    const name = `Ana-${randomBytes(8).toString("hex")}`
    const stored = await run(signUp(userId, name))
    expect(stored.data).toEqual({ userId, plan: `plan-of-${userId}` })
    expect(await run(events.decode(stored))).toMatchObject({ name })
    expect(await run(eraseSubject(userId))).toEqual({ hadKey: true })
    await sql`checkpoint`
    // The open part of the same event proves that the search works.
    expect(await tablesWith(`plan-of-${userId}`)).toEqual(["es.event"])
    expect(await tablesWith(name)).toEqual([])
    expect((await filesWith(`plan-of-${userId}`)).length).toBeGreaterThan(0)
    expect(await filesWith(name)).toEqual([])
  })

  it("is unreadable after the person is erased, and projections get the event", async () => {
    const userId = uuidv7(Date.now())
    const stored = await run(signUp(userId, "Ana"))
    expect(await run(eraseSubject(userId))).toEqual({ hadKey: true })
    expect(await run(events.decode(stored))).toEqual({
      _tag: "test.SignedUp.v1",
      userId,
      plan: `plan-of-${userId}`,
      name: null,
    })
    const recorded = await run(Effect.flatMap(EventStore, (store) => store.readStream(`subject-${userId}`)))
    expect(recorded.map(({ type, data }) => SubjectEvents.decodeSync(type, data))).toEqual([
      { _tag: "kernel.SubjectErased.v1", subjectId: userId },
    ])
    expect(recorded[0]?.position).toBeGreaterThan(stored.position)
  })

  it("can be erased repeatedly, and before any was stored", async () => {
    const userId = uuidv7(Date.now())
    expect(await run(eraseSubject(userId))).toEqual({ hadKey: false })
    expect(await run(eraseSubject(userId))).toEqual({ hadKey: false })
    expect(await run(Effect.flatMap(EventStore, (store) => store.readStream(`subject-${userId}`)))).toHaveLength(1)
    expect(await failure(signUp(userId, "Ana"))).toMatch(`subject ${userId} was erased`)
  })

  it("can be opened by other processes for at most ten seconds after the erasure", async () => {
    const userId = uuidv7(Date.now())
    const stored = await run(signUp(userId, "Ana"))
    const elsewhere = Effect.gen(function* () {
      const opened = events.decode(stored).pipe(Effect.map(({ name }) => name))
      const first = yield* opened
      yield* Effect.promise(() => run(eraseSubject(userId)))
      const soon = yield* opened
      yield* TestClock.adjust(KEY_KEPT_SECONDS_MAX * 1000)
      return [first, soon, yield* opened]
    }).pipe(Effect.provide(Sealing.layer(master)), Effect.provide(TestClock.layer()))
    expect(await run(elsewhere)).toEqual(["Ana", "Ana", null])
  })

  it("cannot be moved to another event, nor opened with another master key", async () => {
    const userId = uuidv7(Date.now())
    const stored = await run(signUp(userId, "Ana"))
    expect(await failure(events.decode({ ...stored, eventId: uuidv7(0) }))).toMatch(/authenticat/)
    const other = events.decode(stored).pipe(Effect.provide(Sealing.layer(randomBytes(32))))
    expect(await failure(other)).toMatch(/authenticat/)
    expect(() => Sealing.layer(randomBytes(16))).toThrow(/32 bytes, not 16/)
  })

  it("does not count as erased if its key is missing", async () => {
    const userId = uuidv7(Date.now())
    const stored = await run(signUp(userId, "Ana"))
    await sql`delete from es.subject_key where subject_id = ${userId}`
    const other = events.decode(stored).pipe(Effect.provide(Sealing.layer(master)))
    expect(await failure(other)).toMatch(`the key of subject ${userId} is missing`)
  })

  it("gets one key even if many processes seal for the person for the first time concurrently", async () => {
    const userId = uuidv7(Date.now()).toUpperCase()
    const sealed = await Promise.all(
      Array.from({ length: 8 }, () =>
        run(
          Effect.flatMap(Sealing, (sealing) => sealing.seal(userId, "e", "Ana")).pipe(
            Effect.provide(Sealing.layer(master)),
          ),
        ),
      ),
    )
    const opened = sealed.map((bytes) =>
      Effect.flatMap(Sealing, (sealing) => sealing.open(userId.toLowerCase(), "e", bytes)),
    )
    expect(await run(Effect.all(opened))).toEqual(Array.from({ length: 8 }, () => "Ana"))
  })
})

/** Tables with a row that contains `text`; byte columns are also searched for its hexadecimal digits. */
const tablesWith = async (text: string): Promise<ReadonlyArray<string>> => {
  const tables = await sql<Array<{ name: string }>>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and table_name not like 'event_from_%'`
  const found: Array<string> = []
  for (const { name } of tables) {
    const [row] = await sql.unsafe<Array<{ found: boolean }>>(
      `select exists (select from ${name} t where position($1 in t::text) + position($2 in t::text) > 0) as found`,
      [text, Buffer.from(text).toString("hex")],
    )
    if (row?.found) found.push(name)
  }
  return found
}

/** Files of this database and of the write-ahead log that contain `text`. */
const filesWith = async (text: string): Promise<ReadonlyArray<string>> => {
  const [row] = await sql<Array<{ root: string; database: number }>>`
    select current_setting('data_directory') as root, oid::int as database from pg_database
    where datname = current_database()`
  if (row === undefined) throw new Error("no database")
  const folders = [join(row.root, "base", String(row.database)), join(row.root, "pg_wal")]
  for (;;) {
    try {
      return folders.flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile() && readFileSync(join(folder, entry.name)).includes(text))
          .map(({ name }) => name),
      )
    } catch (error) {
      // Other tests make the server rename files of its log at the same time, so a file that was found is searched for
      // again.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  }
}
