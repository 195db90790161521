import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Layer, ManagedRuntime } from "effect"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ChannelEvents } from "#core/channels"
import { currentCommand, EventStore, replay, uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { root } from "../../scripts/run/root.ts"
import { type LedgerKit, openLedger } from "../ledger/testing/ledgerKit.ts"
import { compareBooks } from "../wallet/reconcile/compareBooks.ts"
import { type CycleEvent, CycleEvents } from "./cycle/events.ts"
import { type RuleEvent, RuleEvents } from "./rule/events.ts"
import { PremiumSeatEvents } from "./seats/events.ts"
import { PremiumOffers } from "./seats/PremiumOffers.ts"
import { PremiumSeats } from "./seats/PremiumSeats.ts"
import { auditRule, openUnits } from "./testing/auditor.ts"
import { killableLayer, perform, type Task } from "./testing/killable.ts"
import { auditPremium, auditSeats } from "./testing/premiumAuditor.ts"

const KILL_MS_MAX = 600_000
/** Messages of one task; more of them mean that it does not end. */
const MESSAGES_MAX = 60
const CHILD_NAME = "killed"
/** Native packages, and what subscriptions do not use. */
const EXTERNAL = [/^node:/, "sharp", "@node-rs/argon2", "pino-pretty", "@simplewebauthn/server", "openid-client"]
const DAY = 86_400_000
const START = Date.UTC(2027, 0, 31, 12)
/** 10.00 and 5.00 in units. */
const [TEN, FIVE] = [10_000n, 5_000n]

let db: TestDatabase
let ledger: LedgerKit
let directory: string
type Services = Layer.Success<ReturnType<typeof killableLayer>>
let runtime: ManagedRuntime.ManagedRuntime<Services, never>

beforeAll(async () => {
  db = await testDatabase()
  ledger = await openLedger(db.url)
  runtime = ManagedRuntime.make(killableLayer(db.url, "parent"))
  mkdirSync(join(root, ".quire"), { recursive: true })
  directory = mkdtempSync(join(root, ".quire", "kills-"))
  const bundle = await rolldown({
    ...{ cwd: root, platform: "node", input: join(import.meta.dirname, "testing/killProcess.ts"), external: EXTERNAL },
    ...{ treeshake: { moduleSideEffects: false }, logLevel: "warn" },
  })
  await bundle.write({ dir: directory, format: "esm", entryFileNames: "child.mjs" })
  await bundle.close()
})
afterAll(async () => {
  await runtime?.dispose()
  await ledger?.close()
  rmSync(directory, { recursive: true })
  await db?.drop()
})

/** Executes a task in another process, which is killed at a message. Returns whether it was. */
const killedAt = async (task: Task, message: number, isSent: boolean): Promise<boolean> => {
  const child = spawn(process.execPath, [join(directory, "child.mjs"), db.url, CHILD_NAME], {
    ...{ cwd: tmpdir(), stdio: ["pipe", "inherit", "inherit"] },
  })
  const ended = once(child, "close")
  child.stdin?.write(`${JSON.stringify({ task, message, isSent })}\n`)
  const [code, signal] = await ended
  expect(signal ?? code).toSatisfy((end) => end === "SIGKILL" || end === 0)
  const busy = () => ledger.sql`select from pg_stat_activity
    where datname = current_database() and application_name = ${CHILD_NAME} and state <> 'idle'`
  await expect.poll(async () => (await busy()).length).toBe(0)
  return signal === "SIGKILL"
}

let channels = 0
/** A creator with premium seats, and a payer with coins who has done the tasks before. */
const scene = async (before: ReadonlyArray<readonly [Task["name"], number]>) => {
  channels += 1
  const [personId, creatorId, channelId] = [uuidv7(Date.now()), uuidv7(Date.now()), channels]
  const rivalId = uuidv7(Date.now())
  for (const payerId of [personId, rivalId]) await ledger.deposit(payerId, 100_000n)
  await runtime.runPromise(
    Effect.gen(function* () {
      const { hasClientId: _, ...command } = yield* currentCommand
      const opened = yield* ChannelEvents.encode({
        _tag: "channels.ChannelOpened.v1",
        ...{ personId: creatorId, channelId, channelCode: `QC${channelId}`, parentId: null, subject: "Kills" },
        ...{ languages: ["en"], openedAt: new Date(START).toISOString() },
      })
      const store = yield* EventStore
      yield* store.append({ ...command, streams: [{ stream: `channel-${channelId}`, expected: 0, events: [opened] }] })
      yield* PremiumOffers.use((offers) => offers.offer(creatorId, channelId, { pmsf: 500n, currencyId: 4, cap: 2 }))
    }),
  )
  const task = (name: Task["name"], nowMs: number): Task => ({
    ...{ name, personId, rivalId, creatorId, channelId, nowMs, commandId: uuidv7(Date.now()) },
  })
  for (const [name, nowMs] of before) await runtime.runPromise(perform(task(name, nowMs)))
  return { personId, rivalId, creatorId, channelId, task }
}
type Scene = Awaited<ReturnType<typeof scene>>

const balance = async (account: string) => BigInt((await ledger.stands(account)).posted)

/** Everything that a scene recorded, held beside its books. */
const audited = async ({ personId, rivalId, channelId }: Scene) => {
  const logs = [await logOf(personId), await logOf(rivalId)]
  const seatRows = await ledger.sql<Array<{ type: string; data: unknown }>>`
    select type, data from es.event where stream = ${`seats-${channelId}`} order by position`
  const seats = seatRows.map(({ type, data }) => PremiumSeatEvents.decodeSync(type, data))
  expect([...logs.flatMap(auditRule), ...logs.flatMap(auditPremium), ...auditSeats(seats)]).toEqual([])
  const { books, unbalanced } = await compareBooks(ledger.sql, async () => ({ position: 0, books: [] }))
  expect([books, unbalanced]).toEqual([[], []])
  const log = logs.flat()
  return {
    open: logs.reduce((sum, each) => sum + openUnits(each), 0n),
    charges: log.filter(({ _tag }) => _tag === "subscriptions.CycleCharged.v1").length,
    closings: log.filter(({ _tag }) => _tag === "subscriptions.CycleClosed.v1").length,
    taken: replay(PremiumSeats, seats).taken.size,
  }
}

/** What the rules of a person recorded. */
const logOf = async (personId: string) => {
  const rows = await ledger.sql<Array<{ type: string; data: unknown }>>`
    select type, data from es.event where type like 'subscriptions.%' and data->>'personId' = ${personId}
      and stream not like 'seats-%' order by position`
  return rows.map(({ type, data }): RuleEvent | CycleEvent =>
    type.startsWith("subscriptions.Cycle") || type === "subscriptions.SeatsCharged.v1"
      ? CycleEvents.decodeSync(type, data)
      : RuleEvents.decodeSync(type, data),
  )
}

const END = Date.UTC(2027, 1, 28, 12)
type Case = {
  readonly name: Task["name"]
  readonly at: number
  readonly before: ReadonlyArray<readonly [Task["name"], number]>
  /** What the payer, their rival and the creator have afterwards, and what was recorded. */
  readonly after: { readonly payer: bigint; readonly rival?: bigint; readonly creator: bigint } & Awaited<
    ReturnType<typeof audited>
  >
}
const CASES: ReadonlyArray<Case> = [
  {
    ...{ name: "charge", at: START, before: [] },
    after: { payer: 100_000n - TEN, creator: 0n, open: TEN, charges: 1, closings: 0, taken: 0 },
  },
  {
    ...{ name: "seat", at: START, before: [["charge", START]] },
    after: { payer: 100_000n - TEN - FIVE, creator: 0n, open: TEN + FIVE, charges: 1, closings: 0, taken: 1 },
  },
  {
    ...{ name: "rush", at: START, before: [] },
    after: {
      payer: 100_000n - TEN - FIVE,
      rival: 100_000n - TEN - FIVE,
      creator: 0n,
      open: 2n * (TEN + FIVE),
      charges: 2,
      closings: 0,
      taken: 2,
    },
  },
  {
    ...{ name: "renewal", at: END },
    before: [
      ["charge", START],
      ["seat", START],
    ],
    after: {
      payer: 100_000n - 2n * (TEN + FIVE),
      creator: 0n,
      open: 2n * (TEN + FIVE),
      charges: 2,
      closings: 0,
      taken: 1,
    },
  },
  {
    ...{ name: "payday", at: END + DAY },
    before: [
      ["charge", START],
      ["seat", START],
    ],
    after: { payer: 100_000n - TEN - FIVE, creator: 14_250n, open: 0n, charges: 1, closings: 1, taken: 1 },
  },
  {
    ...{ name: "refund", at: START + 14 * DAY },
    before: [
      ["charge", START],
      ["seat", START],
    ],
    after: { payer: 100_000n - (TEN + FIVE) / 2n, creator: 7_125n, open: 0n, charges: 1, closings: 1, taken: 0 },
  },
]

describe("kill -9 at every message to the database", () => {
  it.each(CASES)(
    "does a $name once, all of it or nothing",
    { timeout: KILL_MS_MAX },
    async ({ name, at, before, after }) => {
      const figures = { kills: 0, done: 0 }
      for (const isSent of [false, true])
        for (let message = 1; ; message += 1) {
          expect(message).toBeLessThan(MESSAGES_MAX)
          const stage = await scene(before)
          const task = stage.task(name, at)
          const start = await audited(stage)
          const wasKilled = await killedAt(task, message, isSent)
          const { payer, rival = 100_000n, creator, ...recorded } = after
          const half = await audited(stage)
          const isDone =
            half.charges === recorded.charges && half.closings === recorded.closings && half.open === recorded.open
          // A seat may be reserved before its charge, and one of two people may be charged; nothing else happens in parts.
          const isOne = name === "rush" && half.charges === 1
          if (!isDone) expect(half).toEqual(isOne ? { open: TEN + FIVE, charges: 1, closings: 0, taken: 1 } : start)
          figures.kills += wasKilled ? 1 : 0
          figures.done += wasKilled && isDone ? 1 : 0
          await runtime.runPromise(perform(task))
          await ledger.use(({ flushHotEntries }) => flushHotEntries)
          expect(await audited(stage)).toEqual(recorded)
          expect([
            await balance(`available:1:${stage.personId}`),
            await balance(`available:1:${stage.rivalId}`),
            await balance(`available:1:${stage.creatorId}`),
          ]).toEqual([payer, rival, creator])
          if (!wasKilled) break
        }
      // Some kills came before the append, and some after it. A rush that shares one append ends with it.
      expect(figures.kills).toBeGreaterThan(figures.done)
      if (name !== "rush") expect(figures.done).toBeGreaterThan(0)
    },
  )
})
