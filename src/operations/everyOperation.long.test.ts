import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { CurrentMeta, EventStore } from "#core/kernel"
import { Operations } from "#core/operations"
import { OPERATOR_ROLES } from "#core/operators"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import { startKeeper } from "../../core/identity/testing/keeperKit.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import type { TestOperator } from "../../core/operators/testing/testOperator.ts"
import { projections } from "../../projections/registry.ts"
import { openOperators, type TestTeam } from "../../scripts/ops/testing/operators.ts"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"
import { buildTasks } from "../worker/builds/runBuildTasks.ts"
import { withNames } from "./parts.ts"
import { operations } from "./registry.ts"
import { type OperationCase, operationCases } from "./testing/operationCases.ts"

/** The operation that nobody plans for themselves. */
const REVIEWED_BY_ANOTHER = "operators.reviewGlass"
const SEEN_MS_MAX = 30_000

const home = mkdtempSync(join(tmpdir(), "quire-operations-"))
let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit
let team: TestTeam
let feeds: Awaited<ReturnType<typeof startFaultServer>>
let stopKeeper: () => Promise<void>
let cases: Readonly<Record<string, OperationCase>>
const stop = new AbortController()

/** Waits until the read models have all events. */
const settled = async () => {
  const head = await run(EventStore.use(({ head: position }) => position))
  for (const { name } of projections) await run(waitFor(name, head, SEEN_MS_MAX))
}

beforeAll(async () => {
  db = await testDatabase()
  feeds = await startFaultServer()
  kit = await makeApiKit({ url: db.url, allowPrivate: [feeds.host], env: { QUIRE_DATA_DIR: home } })
  stopKeeper = await startKeeper(db.url, home)
  ledger = await openLedger(db.url)
  const env = { ...process.env, QUIRE_DATA_DIR: home }
  team = await openOperators({ url: db.url, sql: kit.sql, env }, [OPERATOR_ROLES, OPERATOR_ROLES, ["viewer"]])
  cases = operationCases({ kit, team, ledger, feeds, settled })
  const builds = Effect.scoped(
    Effect.flatMap(buildTasks, (begin) => Effect.repeat(begin, { schedule: Schedule.spaced("50 millis") })),
  )
  const working = run(Effect.raceFirst(builds, untilStopped))
  working.catch(() => undefined)
})
afterAll(async () => {
  stop.abort()
  await team?.close()
  await ledger?.close()
  await stopKeeper?.()
  await feeds?.close()
  await kit?.close()
  await db?.drop()
  rmSync(home, { recursive: true, force: true })
})

const untilStopped = Effect.callback<void>((resume) => {
  stop.signal.addEventListener("abort", () => resume(Effect.void))
})

/** Plans an operation, lets as many operators sign as it needs, and carries it out, all with the console's role. */
const carryOut = async (name: string, given: Readonly<Record<string, string>>) => (await trace(name, given)).end
const trace = async (name: string, given: Readonly<Record<string, string>>) => {
  const operation = operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(name)
  const [one, other] = team.team
  if (one === undefined || other === undefined) throw new Error("two operators, please")
  const [asking, next] = name === REVIEWED_BY_ANOTHER ? [other, one] : [one, other]
  const signing = [asking, next].slice(0, operation.approvals)
  const steps = Effect.gen(function* () {
    const runs = yield* Operations
    const id = yield* runs.plan(operation, given, asking.operatorId)
    const hash = Buffer.from((yield* runs.find(id))?.planHash ?? "", "base64url")
    for (const each of signing)
      yield* runs
        .approve(operation, id, each.operatorId, each.sign(hash))
        .pipe(Effect.provideService(CurrentMeta, metaOf(each)))
    yield* runs.execute(operation, id, asking.operatorId)
    const ended = yield* runs.find(id)
    return { id, end: [ended?.status, ended?.reason] }
  })
  return team.run(
    steps.pipe(
      Effect.provideService(CurrentMeta, metaOf(asking)),
      Effect.catch((refused) => Effect.succeed({ id: "", end: [refused._tag, { ...refused }] })),
    ),
  )
}
const metaOf = ({ by }: TestOperator) => ({ actor: by, commandId: null, correlationId: null, causationId: null })

it("knows how to carry out every operation of the registry", () => {
  expect(Object.keys(cases).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
})

it.each(operations.map(({ name }) => [name]))("carries out %s with the database role of the console", async (name) => {
  const given = await cases[name]?.()
  if (given === undefined) throw new Error("add it to testing/operationCases.ts")
  await settled()
  expect(await carryOut(name, given)).toEqual(["completed", null])
})

it("names people by code in plans, and shows their names only while they have an account", async () => {
  const { userCode } = await kit.people.make({ displayName: "Anna Bell" })
  await settled()
  const { id } = await trace("people.endSessions", { person: userCode, reason: "A letter" })
  const planned = await team.run(Operations.use((runs) => runs.find(id)))
  const steps = planned?.steps ?? []
  expect(JSON.stringify(steps)).toContain(userCode)
  expect(JSON.stringify(steps)).not.toContain("Anna Bell")
  const shown = async () => (await team.run(withNames(steps))).map(({ values }) => values["name"])
  expect(await shown()).toContain(`Anna Bell (${userCode})`)
  expect(await carryOut("people.erase", { person: userCode, reason: "A letter" })).toEqual(["completed", null])
  await settled()
  expect(await shown()).toContain(userCode)
})

it("erases the note of a rejected application with its applicant, wherever it was", async () => {
  const NOTE = "Your third link leads to a private diary."
  const given = await cases["channels.rejectApplication"]?.()
  await settled()
  const { id, end } = await trace("channels.rejectApplication", { ...given, note: NOTE })
  expect(end).toEqual(["completed", null])
  const notes = async () =>
    Object.values((await team.run(Operations.use((runs) => runs.find(id))))?.privateInputs ?? {})
  expect(await notes()).toEqual([NOTE])
  const inPlain = await kit.sql`select type from es.event where data::text like '%private diary%'`
  expect(inPlain).toEqual([])
  expect(await carryOut("people.erase", { person: given?.["person"] ?? "", reason: "A letter" })).toEqual([
    "completed",
    null,
  ])
  await expect.poll(notes).toEqual([])
  await expect.poll(() => kit.sql`select from read.application where note = ${NOTE}`).toHaveLength(0)
})
