import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore, Hints, PostgresEventStore, Sealing, Sql, uuidv7 } from "#core/kernel"
import type { RateEvent } from "#core/wallet"
import { decodeEvent, ProjectionRunner, prepareProjections } from "#projections/runner"
import { testDatabase } from "#testing"
import { currentRates, isValidAt, rateHistory, rates, ratesAt } from "./index.ts"

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 22, 8)

const open = async () => {
  const db = await testDatabase()
  const runtime = ManagedRuntime.make(
    ProjectionRunner.layer({ projections: [rates], loop: false, log: () => undefined }).pipe(
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(new Uint8Array(32).fill(7)))),
      Layer.provideMerge(Sql.layer(db.url, { connectionsMax: 4 })),
    ),
  )
  const [sealing, { client }] = [await runtime.runPromise(Sealing), await runtime.runPromise(Sql)]
  const decode = (projection: typeof rates, event: Parameters<typeof decodeEvent>[2]) =>
    decodeEvent(projection, sealing, event)
  await prepareProjections(client, [rates], { decode })
  const { round } = await runtime.runPromise(ProjectionRunner)
  return {
    run: runtime.runPromise,
    /** Appends a snapshot of rates. */
    take: async (atMs: number, mids: Readonly<Record<number, string>>) => {
      const takenAt = new Date(atMs).toISOString()
      const { _tag: type, ...data }: RateEvent = {
        _tag: "wallet.RatesTaken.v1",
        snapshotId: `snapshot at ${takenAt}`,
        origin: "endpoints",
        takenAt,
        validUntil: new Date(atMs + HOUR_MS).toISOString(),
        rates: Object.entries(mids).map(([id, mid]) => ({
          assetTypeId: Number(id),
          baseAssetTypeId: 4,
          mid,
          sources: ["One", "Two"],
        })),
      }
      const commandId = uuidv7(atMs)
      const events = [{ eventId: uuidv7(atMs), type, data }]
      const streams = [{ stream: `rates-${takenAt.slice(0, 10)}`, expected: -1, events }]
      const meta = { commandId, correlationId: commandId, causationId: commandId, actor: "test" }
      await runtime.runPromise(EventStore.use((store) => Effect.orDie(store.append({ ...meta, streams }))))
      while (await runtime.runPromise(round));
    },
    close: async () => {
      await runtime.dispose()
      await db.drop()
    },
  }
}

let market: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  market = await open()
})
afterAll(() => market.close())

it("rates are the last of each pair, and the history has the rate of each hour", async () => {
  const { run, take } = market
  expect(await run(currentRates())).toEqual([])
  await take(START, { 1: "64000.5", 3: "80" })
  await take(START + HOUR_MS / 2, { 1: "65000" })
  await take(START + 3 * HOUR_MS, { 1: "66000.000000000000000001" })

  const [btc, ltc, ...others] = await run(currentRates(4))
  expect(others).toEqual([])
  expect(btc).toEqual({
    assetTypeId: 1,
    baseAssetTypeId: 4,
    mid: "66000.000000000000000001",
    sources: ["One", "Two"],
    origin: "endpoints",
    snapshotId: "snapshot at 2026-11-22T11:00:00.000Z",
    takenAt: new Date(START + 3 * HOUR_MS),
    validUntil: new Date(START + 4 * HOUR_MS),
  })
  expect(ltc).toMatchObject({ mid: "80", takenAt: new Date(START) })
  expect(btc && isValidAt(btc, START + 4 * HOUR_MS - 1)).toBe(true)
  expect(btc && isValidAt(btc, START + 4 * HOUR_MS)).toBe(false)
  expect(await run(currentRates(5))).toEqual([])

  const query = { baseAssetTypeId: 4, fromMs: START - HOUR_MS, toMs: START + 4 * HOUR_MS, points: 6 }
  expect(await run(rateHistory(query))).toEqual(
    [
      {},
      { 1: "65000", 3: "80" },
      { 1: "65000", 3: "80" },
      { 1: "65000", 3: "80" },
      { 1: "66000.000000000000000001", 3: "80" },
      { 1: "66000.000000000000000001", 3: "80" },
    ].map((mids, place) => ({ atMs: START + (place - 1) * HOUR_MS, mids })),
  )
  expect(await run(rateHistory({ ...query, points: 1_000_000 }))).toHaveLength(400)

  const hoursLater = (assetTypeId: number, hours: number) => ({ assetTypeId, at: new Date(START + hours * HOUR_MS) })
  const lookups = [hoursLater(1, 3), hoursLater(1, -1), hoursLater(1, 2), hoursLater(3, 9), hoursLater(2, 0)]
  expect(await run(ratesAt(4, lookups))).toEqual(["66000.000000000000000001", null, "65000", "80", null])
  expect(await run(ratesAt(5, lookups))).toEqual([null, null, null, null, null])

  // Kept, because prices refer to their snapshot.
  const snapshotId = "snapshot at 2026-11-22T08:30:00.000Z"
  const snapshots = await run(
    Sql.use(({ client }) =>
      Effect.promise(
        () => client`select origin, taken_at, mids from read.rate_snapshot where snapshot_id = ${snapshotId}`,
      ),
    ),
  )
  expect(snapshots).toEqual([
    { origin: "endpoints", taken_at: new Date(START + HOUR_MS / 2), mids: { "1/4": "65000" } },
  ])
})
