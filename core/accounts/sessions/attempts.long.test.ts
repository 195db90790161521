import { rm } from "node:fs/promises"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { makeTestHome } from "#testing"
import { makeSynchronous, type Pair, promote, startPair } from "../../../scripts/testing/replication.ts"
import { Attempts, WRONG_PASSWORDS } from "./Attempts.ts"

const root = makeTestHome()
let pair: Pair

beforeAll(async () => {
  pair = await startPair(root)
  await makeSynchronous(pair.primary.server)
}, 120_000)
afterAll(async () => {
  await pair?.link.close()
  await Promise.all([pair?.standby.server.stop(), pair?.primary.server.stop()])
  await rm(root, { recursive: true, force: true })
})

/** The seconds to wait after each of so many wrong passwords, counted by a process of its own. */
const countWrong = async (times: number): Promise<ReadonlyArray<number>> => {
  const runtime = ManagedRuntime.make(Attempts.layer.pipe(Layer.provide(Sql.layer(pair.url, { connectionsMax: 1 }))))
  try {
    const counting = Attempts.use((attempts) =>
      Effect.forEach(Array.from({ length: times }), () => attempts.count(WRONG_PASSWORDS, "ada@harbour.example")),
    )
    return await runtime.runPromise(counting)
  } finally {
    await runtime.dispose()
  }
}

it("still refuses further passwords after the database has failed over to its standby", async () => {
  expect(Math.max(...(await countWrong(WRONG_PASSWORDS.times)))).toBe(0)
  process.kill(pair.primary.server.pid, "SIGKILL")
  await promote(pair.standby.server)
  expect((await countWrong(1))[0]).toBeGreaterThan(0)
}, 120_000)
