import { rm } from "node:fs/promises"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppConfig, readAppSettings, Sql } from "#core/kernel"
import { makeTestHome } from "#testing"
import { makeSynchronous, type Pair, promote, startPair } from "../../../scripts/testing/replication.ts"
import { Challenges } from "../passkeys/Challenges.ts"
import { TEST_MASTER_KEY } from "../testing/people.ts"
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

/** Runs an effect as a process of its own. */
const asProcess = async <A>(effect: Effect.Effect<A, never, Attempts | Challenges>): Promise<A> => {
  const settings = Result.getOrThrow(readAppSettings({ DATABASE_URL: pair.url, MASTER_KEY: TEST_MASTER_KEY }))
  const runtime = ManagedRuntime.make(
    Challenges.layer.pipe(
      Layer.provideMerge(Attempts.layer),
      Layer.provide(Sql.layer(pair.url, { connectionsMax: 1 })),
      Layer.provide(AppConfig.layerOf(settings)),
    ),
  )
  try {
    return await runtime.runPromise(effect)
  } finally {
    await runtime.dispose()
  }
}

/** The seconds to wait after each of so many wrong passwords. */
const countWrong = (times: number): Promise<ReadonlyArray<number>> =>
  asProcess(
    Attempts.use((attempts) =>
      Effect.forEach(Array.from({ length: times }), () => attempts.count(WRONG_PASSWORDS, "ada@harbour.example")),
    ),
  )

const PURPOSE = "sign-in"
const makeChallenge = async (): Promise<string> =>
  Buffer.from(await asProcess(Challenges.use(({ make }) => make(PURPOSE)))).toString("base64url")
const answer = (challenge: string): Promise<boolean> =>
  asProcess(Challenges.use((challenges) => challenges.answer(PURPOSE, challenge)))

describe("after a database has failed over to its standby", { timeout: 120_000 }, () => {
  it("still refuses further passwords, takes an open passkey challenge, and takes none twice", async () => {
    expect(Math.max(...(await countWrong(WRONG_PASSWORDS.times)))).toBe(0)
    const [open, used] = [await makeChallenge(), await makeChallenge()]
    expect(await answer(used)).toBe(true)
    process.kill(pair.primary.server.pid, "SIGKILL")
    await promote(pair.standby.server)
    expect((await countWrong(1))[0]).toBeGreaterThan(0)
    expect([await answer(used), await answer(open), await answer(open)]).toEqual([false, true, false])
  })
})
