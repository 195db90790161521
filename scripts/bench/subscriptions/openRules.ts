import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { SignIns, TwoSteps } from "#core/accounts"
import { ChannelEvents } from "#core/channels"
import { Entitlements } from "#core/chat"
import { connect, currentCommand, EventStore, Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { Paydays, PremiumOffers, Prices, Subscriptions } from "#core/subscriptions"
import { WithdrawalPasswords } from "#core/wallet"
import { startOf } from "../../../core/subscriptions/calendar.ts"
import { perSecond } from "../events/clients.ts"
import type { BenchContext } from "../lib/Bench.ts"
import { percentile, ROUNDS_MIN } from "../lib/interleaved.ts"
import { RUSH_PEOPLE, rushForSeats } from "./seatRush.ts"

const CLIENTS = 8
const PAYERS = 2_000
const CREATORS_PER_RULE = 5
const CREATORS = 50
/** Rules and cycles in one list of the worker. */
const [DUE_MAX, ENDED_MAX] = [200, 800]
const LEVEL_CHECKS = 20_000
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const RICH = 10n ** 15n

/** Rounds of a rush for seats, each with its own people and its own channel. */
const RUSHES = ROUNDS_MIN + 1

const idOf = (kind: number, n: number) => `0189${kind}000-0000-7000-8000-${String(n).padStart(12, "0")}`
const payers = Array.from({ length: PAYERS }, (_, n) => idOf(1, n))
const creators = Array.from({ length: CREATORS }, (_, n) => idOf(2, n))
const rushing = Array.from({ length: RUSHES * RUSH_PEOPLE }, (_, n) => idOf(3, n))

/** A session alone may pay small amounts; larger ones are verified by this password. */
const credentials = Layer.mergeAll(
  Layer.succeed(SignIns, { hasSecondStep: () => Effect.succeed(false) } as never),
  Layer.succeed(TwoSteps, {} as never),
  Layer.succeed(WithdrawalPasswords, {
    status: () => Effect.succeed({ isSet: true, pause: null, stepSinceMs: 0, passwordSinceMs: 0 }),
    verify: () => Effect.void,
  } as never),
)
const prices = Layer.succeed(Prices, {
  priceOf: () => Effect.succeed({ mid: "50000", digits: 8, baseDigits: 2, snapshotId: "bench" }),
})

/** Opens the services of subscriptions as a worker does, with one charged rule of five creators for each payer. */
export const openRules = async ({ defer, log }: BenchContext, url: string) => {
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Subscriptions.layer, Paydays.layer, Entitlements.layer).pipe(
      Layer.provideMerge(PremiumOffers.layer),
      Layer.provide([credentials, prices]),
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Hints.layerSilent),
      Layer.provideMerge(Sealing.layerMemory),
      Layer.provideMerge(Sql.layer(url, { connectionsMax: CLIENTS })),
    ),
  )
  defer(() => runtime.dispose())
  const sql = connect(url, { connectionsMax: 1 })
  await sql`
    insert into wallet.account
    select 'available:1:' || id, ${String(RICH)}::numeric, 0, 0, false from unnest(${[...payers, ...rushing]}::text[]) id`
  await sql.end()
  const services = await runtime.runPromise(
    Effect.context<Subscriptions | Paydays | Entitlements | PremiumOffers | EventStore | Sealing>(),
  )
  const run = Effect.runPromiseWith(services)
  const [subscriptions, paydays, entitlements, offers] = await run(
    Effect.all([Subscriptions, Paydays, Entitlements, PremiumOffers]),
  )
  const at = <A>(nowMs: number, work: Effect.Effect<A, unknown>): Promise<A> =>
    Effect.runPromiseWith(services)(
      Effect.flatMap(Clock.Clock, (clock) => {
        const shifted = { currentTimeMillisUnsafe: () => nowMs, currentTimeMillis: Effect.succeed(nowMs) }
        return Effect.provideService(work, Clock.Clock, Object.assign(Object.create(clock), shifted))
      }),
    )

  const startMs = Date.now()
  log(`${PAYERS} rules are charged`)
  const begin = (personId: string, n: number) => {
    const chosen = Array.from({ length: CREATORS_PER_RULE }, (_, place) => creators[(n + place) % CREATORS] ?? "")
    const weights = new Map(chosen.map((creatorId, place) => [creatorId, 1 + place]))
    const change = { terms: { msf: 1_500n, autoRenew: true }, weights, pay: true }
    return at(startMs, subscriptions.change({ personId, number: 1 }, change, { code: "", password: "bench" }))
  }
  await perSecond({ clients: CLIENTS, count: PAYERS }, (index, client) => {
    const n = index * CLIENTS + client
    return n < PAYERS ? begin(payers[n] ?? "", n) : Promise.resolve()
  })

  let [renewed, closed, rushes] = [0, 0, 0]
  return {
    /** Renews every rule for one more month, in the lists of the worker. Renewals a second. */
    renewals: async () => {
      renewed += 1
      const nowMs = startOf(startMs, renewed) + HOUR_MS
      const rules = payers.map((personId) => ({ personId, number: 1 }))
      const began = performance.now()
      for (let from = 0; from < rules.length; from += DUE_MAX)
        await at(nowMs, subscriptions.settleAll(rules.slice(from, from + DUE_MAX)))
      return (PAYERS / (performance.now() - began)) * 1_000
    },
    /** Pays out one month of every rule. Cycles a second. */
    payday: async () => {
      closed += 1
      const nowMs = startOf(startMs, closed) + DAY_MS
      const refs = payers.map((personId) => ({ personId, number: 1, n: closed }))
      const began = performance.now()
      for (let from = 0; from < refs.length; from += ENDED_MAX)
        await at(nowMs, paydays.close(refs.slice(from, from + ENDED_MAX)))
      return (PAYERS / (performance.now() - began)) * 1_000
    },
    /** One rush for the premium seats of a new channel. People a second. */
    seatRush: async () => {
      const first = rushes * RUSH_PEOPLE
      rushes += 1
      const creatorId = creators[rushes] ?? ""
      await run(openChannel(rushes, creatorId))
      const personOf = (n: number) => rushing[first + n] ?? ""
      return rushForSeats({ subscriptions, offers, run, creatorId, personOf }, rushes)
    },
    /** The level of known payers, as pages ask for it. */
    levelP99: async () => {
      const took: Array<number> = []
      for (let check = 0; check < LEVEL_CHECKS; check += 1) {
        const personId = payers[check % 50] ?? ""
        const began = performance.now()
        await Effect.runPromiseWith(services)(entitlements.levelOf(creators[check % CREATORS] ?? "", personId, 1_000))
        took.push(performance.now() - began)
      }
      return percentile(took, 0.99)
    },
  }
}

/** Opens a channel as the approval of an application does. */
const openChannel = Effect.fnUntraced(function* (channelId: number, personId: string) {
  const store = yield* EventStore
  const { hasClientId: _, ...command } = yield* currentCommand
  const opened = yield* ChannelEvents.encode({
    _tag: "channels.ChannelOpened.v1",
    ...{ personId, channelId, channelCode: `QC${channelId}`, parentId: null, subject: "Rush", languages: ["en"] },
    openedAt: new Date().toISOString(),
  })
  yield* store.append({ ...command, streams: [{ stream: `channel-${channelId}`, expected: 0, events: [opened] }] })
})
