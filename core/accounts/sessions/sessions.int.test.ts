import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { Attempts, MAILS } from "./Attempts.ts"
import { Browsers } from "./Browsers.ts"
import { SESSION_IDLE_MS_MAX, SESSIONS_MAX, Sessions, TOKEN_AGE_MS_MAX } from "./Sessions.ts"
import { hashOf } from "./tokens.ts"

const layer = (url: string) =>
  Layer.mergeAll(Sessions.layer, Attempts.layer, Browsers.layer, TestClock.layer()).pipe(
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 3 })),
  )

let db: TestDatabase
let runtime: ManagedRuntime.ManagedRuntime<Layer.Success<ReturnType<typeof layer>>, never>
const run = <A>(effect: Effect.Effect<A, never, Layer.Success<ReturnType<typeof layer>>>) => runtime.runPromise(effect)

beforeAll(async () => {
  db = await testDatabase()
  runtime = ManagedRuntime.make(layer(db.url))
})
afterAll(async () => {
  await runtime.dispose()
  await db.drop()
})

let people = 0
const newPerson = () => {
  people += 1
  return `01890000-0000-7000-8000-${String(people).padStart(12, "0")}`
}
const open = (personId: string, isSecondStepPending = false) =>
  Sessions.use(({ open }) => open({ personId, device: "Firefox, Linux", address: "192.0.2.77", isSecondStepPending }))
/** Whether a token is somebody's at this moment, as a request asks. */
const isGood = (token: string) =>
  Effect.gen(function* () {
    const { client } = yield* Sql
    const now = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
    const hash = hashOf(token)
    const rows = yield* Effect.promise(
      () => client`select from accounts.session where expires_at > ${now}
        and (token_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now}))`,
    )
    return rows.length === 1
  })
const use = (sessionId: string, rotate: boolean) =>
  Sessions.use(({ use }) => use(sessionId, { address: "192.0.2.99", rotate }))

describe("a session", () => {
  it("stores no token, and its person sees where it is", async () => {
    const personId = newPerson()
    const { token, sessionId } = await run(open(personId))
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await run(
      Effect.flatMap(Sql, ({ client }) => Effect.promise(() => client`select s::text as row from accounts.session s`)),
    )
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await run(Sessions.use(({ list }) => list(personId)))).toEqual([
      { sessionId, device: "Firefox, Linux", network: "192.0.2", openedMs: 0, seenMs: 0 },
    ])
  })

  it("exchanges a token that is a day old, once; the one before is good for another minute", async () => {
    const { token, sessionId } = await run(open(newPerson()))
    expect(await run(use(sessionId, true))).toBeNull()
    await run(TestClock.adjust(TOKEN_AGE_MS_MAX))
    const answers = await run(Effect.all([use(sessionId, true), use(sessionId, true)], { concurrency: 2 }))
    const [next = ""] = answers.filter((answer) => answer !== null)
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    await run(TestClock.adjust(59_000))
    expect([await run(isGood(token)), await run(isGood(next))]).toEqual([true, true])
    await run(TestClock.adjust(1_000))
    expect([await run(isGood(token)), await run(isGood(next))]).toEqual([false, true])
  })

  it("ends after thirty days without use, and not before", async () => {
    const { token, sessionId } = await run(open(newPerson()))
    await run(TestClock.adjust(SESSION_IDLE_MS_MAX - 1_000))
    expect(await run(isGood(token))).toBe(true)
    await run(use(sessionId, false))
    await run(TestClock.adjust(SESSION_IDLE_MS_MAX - 1_000))
    expect(await run(isGood(token))).toBe(true)
    await run(TestClock.adjust(1_000))
    expect(await run(isGood(token))).toBe(false)
    expect(await run(Effect.andThen(use(sessionId, false), isGood(token)))).toBe(false)
    await run(Sessions.use(({ sweep }) => sweep))
  })

  it("is ended by its own person alone, at once; or all of them but one", async () => {
    const [personId, other] = [newPerson(), newPerson()]
    const [one, two, three] = await run(Effect.all([open(personId), open(personId), open(personId)]))
    expect(await run(Sessions.use(({ end }) => end(other, one.sessionId)))).toBe(false)
    expect(await run(isGood(one.token))).toBe(true)
    expect(await run(Sessions.use(({ end }) => end(personId, one.sessionId)))).toBe(true)
    expect(await run(isGood(one.token))).toBe(false)
    await run(Sessions.use(({ endAll }) => endAll(personId, three.sessionId)))
    expect([await run(isGood(two.token)), await run(isGood(three.token))]).toEqual([false, true])
  })

  it("has another token once the second step is done, and the one before is not valid", async () => {
    const { token, sessionId } = await run(open(newPerson(), true))
    const next = (await run(Sessions.use(({ completeSecondStep: settleStep }) => settleStep(sessionId)))) ?? ""
    expect([await run(isGood(token)), await run(isGood(next))]).toEqual([false, true])
    await run(
      Effect.flatMap(Sql, ({ client }) =>
        Effect.promise(() => client`select second_step_pending from accounts.session where session_id = ${sessionId}`),
      ),
    ).then(([row]) => expect(row?.["second_step_pending"]).toBe(false))
  })

  it("goes where one person has too many: the one that was unused for longest", async () => {
    const personId = newPerson()
    const first = await run(open(personId))
    for (let count = 1; count <= SESSIONS_MAX; count += 1) {
      await run(Effect.andThen(TestClock.adjust(1_000), open(personId)))
    }
    expect(await run(isGood(first.token))).toBe(false)
    expect(await run(Sessions.use(({ list }) => list(personId)))).toHaveLength(SESSIONS_MAX)
  })
})

describe("attempts", () => {
  const count = (key: string) => Attempts.use(({ count }) => count(MAILS, key))

  it("are counted for each by itself, and too many of them have to wait until the window ends", async () => {
    for (let time = 1; time <= MAILS.times; time += 1) expect(await run(count("a"))).toBe(0)
    expect(await run(count("a"))).toBe(MAILS.seconds)
    expect(await run(count("b"))).toBe(0)
    expect(await run(count("a"))).toBe(MAILS.seconds)
    await run(TestClock.adjust((MAILS.seconds - 1) * 1_000))
    expect(await run(count("a"))).toBe(1)
    await run(TestClock.adjust(1_000))
    expect(await run(count("a"))).toBe(0)
    await run(Attempts.use(({ forget }) => forget(MAILS, "a")))
    expect(await run(count("a"))).toBe(0)
  })

  it("of many at once are all counted", async () => {
    const waits = await run(
      Effect.all(
        Array.from({ length: 50 }, () => count("many")),
        { concurrency: "unbounded" },
      ),
    )
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(MAILS.times)
  })
})

it("knows a browser again, and the first one of a person", async () => {
  const personId = newPerson()
  const meet = (browser: string | null, who = personId) => run(Browsers.use(({ record: meet }) => meet(who, browser)))
  const first = await meet(null)
  expect(first).toMatchObject({ isNew: true, isFirst: true })
  expect(await meet(first.browser)).toEqual({ browser: first.browser, isNew: false, isFirst: false })
  const second = await meet(null)
  expect(second).toMatchObject({ isNew: true, isFirst: false })
  expect(await meet(second.browser)).toMatchObject({ isNew: false })
  // What one person's browser holds says nothing about another one.
  await meet(null, newPerson())
  expect(await meet("made up")).toMatchObject({ isNew: true, isFirst: false })
})
