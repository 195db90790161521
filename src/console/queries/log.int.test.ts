import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { openLedger } from "../../../core/ledger/testing/ledgerKit.ts"
import { type LogFilter, listEvents, problemOfFilter } from "./log.ts"

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  const ledger = await openLedger(db.url)
  await ledger.deposit("01990000-0000-7000-8000-000000000001", 5n)
  await ledger.close()
})
afterAll(() => db.drop())

const found = (filter: LogFilter) =>
  Effect.runPromise(Effect.scoped(Effect.provide(listEvents(filter), Sql.layer(db.url, { connectionsMax: 1 }))))

it("a filter of the event browser is compared as a whole: patterns, quotes and SQL find nothing", async () => {
  const [event] = await found({})
  if (event === undefined) throw new Error("the log is empty")
  const { stream, type, actor } = event
  expect((await found({ stream, type, actor })).length).toBeGreaterThan(0)
  const attacks = ["%", "_", `${type.slice(0, -2)}%`, `${type}'`, `' or '1'='1`, `"; drop table es.event; --`, "\u202E"]
  for (const text of attacks)
    for (const field of ["stream", "type", "actor"] as const) {
      expect([field, text, problemOfFilter({ [field]: text })]).toEqual([field, text, null])
      expect([field, text, await found({ [field]: text })]).toEqual([field, text, []])
    }
  expect((await found({})).length).toBeGreaterThan(0)
})

it.each<[LogFilter, keyof LogFilter]>([
  [{ stream: "a".repeat(10_000) }, "stream"],
  [{ type: "a\0" }, "type"],
  [{ actor: "\0" }, "actor"],
  [{ correlation: "' or 1=1" }, "correlation"],
  [{ before: "-1" }, "before"],
  [{ before: "1e9" }, "before"],
  [{ asOf: "9".repeat(16) }, "asOf"],
  [{ until: "yesterday" }, "until"],
  [{ until: "0000-01-01T00:00:00Z" }, "until"],
  [{ until: "-000001-01-01T00:00:00Z" }, "until"],
])("a filter %o names its field and asks the database nothing", (filter, field) => {
  expect(problemOfFilter(filter)).toBe(field)
})

it("a filter by the first and the last time that it may have is answered", async () => {
  for (const [until, isFull] of [
    ["0001-01-01T00:00:00Z", false],
    ["9999-12-31T23:59:59Z", true],
  ] as const) {
    expect(problemOfFilter({ until })).toBeNull()
    expect((await found({ until })).length > 0).toBe(isFull)
  }
})
