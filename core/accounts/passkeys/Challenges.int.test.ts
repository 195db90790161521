import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { openPeople, type People } from "../testing/people.ts"
import { Challenges } from "./Challenges.ts"

let db: TestDatabase
let people: People
beforeAll(async () => {
  db = await testDatabase()
  people = openPeople({ url: db.url })
})
afterAll(async () => {
  await people.close()
  await db.drop()
})

it("answers a challenge once, about what it was made for, and only where it was made", async () => {
  const outcome = await people.run(
    Effect.gen(function* () {
      const { make, answer } = yield* Challenges
      const made = Effect.map(make("anna"), (bytes) => Buffer.from(bytes))
      const [one, other, forged] = [yield* made, yield* made, yield* made]
      forged[0] = (forged[0] ?? 0) ^ 1
      const text = (bytes: Buffer) => bytes.toString("base64url")
      return {
        otherwise: yield* answer("ben", text(other)),
        right: yield* answer("anna", text(one)),
        again: yield* answer("anna", text(one)),
        atOnce: yield* Effect.all([answer("anna", text(other)), answer("anna", text(other))], { concurrency: 2 }),
        forged: yield* answer("anna", text(forged)),
        nothing: yield* answer("anna", ""),
      }
    }),
  )
  expect({ ...outcome, atOnce: outcome.atOnce.toSorted() }).toEqual({
    otherwise: false,
    right: true,
    again: false,
    atOnce: [false, true],
    forged: false,
    nothing: false,
  })
})
