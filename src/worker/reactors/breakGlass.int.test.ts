import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore, writer } from "#core/kernel"
import { TEAM_ID, Team } from "#core/operators"
import { type TestDatabase, testDatabase } from "#testing"
import { startMailServer } from "../../../core/mail/testing/mailServer.ts"
import { type OpenMail, openMail } from "../../../core/mail/testing/openMail.ts"
import { openGlass } from "../../../core/operators/breakGlass.ts"
import { makeTestOperator } from "../../../core/operators/testing/testOperator.ts"
import { breakGlassReactor } from "./breakGlass.ts"

let db: TestDatabase
let server: Awaited<ReturnType<typeof startMailServer>>
let post: OpenMail

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: "p" })])
  post = openMail(db.url, server.url, { OPERATORS_MAIL: "mara@ops.example, ola@ops.example" })
})
afterAll(async () => {
  await post.close()
  await Promise.all([db.drop(), server.close()])
})

it("everybody who operates the site gets one mail with the reason when somebody takes emergency permissions", async () => {
  const reason = "Nobody answers the telephone"
  await post.run(
    Effect.gen(function* () {
      const { operatorId } = yield* makeTestOperator("http://localhost:4480", ["viewer"])
      const author = { kind: "operator", id: operatorId } as const
      const write = yield* writer(Team)
      yield* write(TEAM_ID, openGlass({ operatorId, author, reason, nowMs: Date.now() }))
    }).pipe(Effect.orDie),
  )
  const reactor = await post.run(breakGlassReactor)
  const read = Effect.gen(function* () {
    const store = yield* EventStore
    return yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 100, types: reactor.types })
  })
  for (const stored of [...(await post.run(read)), ...(await post.run(read))]) await reactor.react(stored)
  expect(await post.send()).toMatchObject({ sent: 2 })
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(["mara@ops.example", "ola@ops.example"])
  const [{ raw } = { raw: "" }] = server.received
  expect(raw).toContain(reason)
  expect(raw).toContain("Name: Ada")
})
