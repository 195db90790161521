import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { connect, Sql } from "../database/Sql.ts"
import { Hints } from "./Hints.ts"

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.drop())

const open = async () => {
  const runtime = ManagedRuntime.make(Hints.layer.pipe(Layer.provide(Sql.layer(db.url, { name: "hinting" }))))
  return { hints: await runtime.runPromise(Hints), close: () => runtime.dispose() }
}

/** Settles when the condition is true; relies on hints alone, without polling. */
const until = async (fact: () => boolean) => {
  while (!fact()) await new Promise((resolve) => setImmediate(resolve))
}

describe("hints", () => {
  it("reach listeners in every process and combine many appends into few hints", async () => {
    const [writer, reader] = [await open(), await open()]
    let [there, here] = [0, 0]
    await Effect.runPromise(reader.hints.listen(() => there++))
    await Effect.runPromise(writer.hints.listen(() => here++))
    for (let position = 1; position <= 1_000; position++) writer.hints.announce(position)
    await until(() => there > 0 && here > 0)
    expect(Math.max(there, here)).toBeLessThan(20)
    writer.hints.announce(5)
    writer.hints.announce(1_001)
    await until(() => there > 1 && here > 1)
    await Promise.all([writer.close(), reader.close()])
  })

  it("continue after their connections were lost", async () => {
    const { hints, close } = await open()
    let received = 0
    await Effect.runPromise(hints.listen(() => received++))
    const master = connect(db.url, { connectionsMax: 1 })
    await master`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'hinting' and datname = current_database()`
    let position = 0
    await until(() => {
      hints.announce(++position)
      return received > 0
    })
    await master.end({ timeout: 1 })
    await close()
  })

  it("release everything if they end with a pending hint", async () => {
    const { hints, close } = await open()
    hints.announce(1)
    await close()
    hints.announce(2)
  })
})
