import { Clock, Context, Effect, Layer, Option, Ref } from "effect"
import { reader, writer } from "#core/kernel"
import { writeDecimal } from "#core/ledger"
import type { TakenRate } from "./events.ts"
import { PAIRS } from "./pairs.ts"
import { dayOf, isDue, RateDay, takeRates } from "./RateDay.ts"
import { type Quote, RateSources, type Silence } from "./RateSources.ts"
import { settle, type Unsettled } from "./settle.ts"

/** What came of asking for rates. */
export type RateRound = {
  /** Null: nothing was noted, because no pair has a rate or another process was faster. */
  readonly snapshotId: string | null
  /** From which position on read models know of it; 0 for nothing. */
  readonly position: number
  readonly rates: ReadonlyArray<TakenRate>
  /** Pairs without a rate, and what was wrong with their prices. */
  readonly unsettled: ReadonlyArray<{ readonly pair: string; readonly reason: Unsettled }>
  readonly silent: ReadonlyArray<Silence>
}

/** After a round in which no pair had a rate, the sources are left alone for so long. */
const RETRY_MS = 30_000
const MS = 1_000

/** What assets cost, as it is found out and kept. */
export class Rates extends Context.Service<
  Rates,
  {
    /** Takes a snapshot where one is due; none where it is not. For the worker's timer, in any number of processes. */
    readonly takeDue: Effect.Effect<Option.Option<RateRound>>
    /** Takes one now, however old the last one is. */
    readonly takeNow: Effect.Effect<RateRound>
  }
>()("core/wallet/Rates") {
  static readonly layer = Layer.effect(
    Rates,
    Effect.gen(function* () {
      const sources = yield* RateSources
      const read = yield* reader(RateDay)
      const write = yield* writer(RateDay)
      const nextMs = yield* Ref.make(0)
      const { origin, timing, rules } = sources

      const take = Effect.fnUntraced(function* (everySeconds: number) {
        const { quotes, silent } = yield* sources.ask
        const settled = PAIRS.map((pair) => ({ pair, ...settlePair(pair.name) }))
        function settlePair(name: string) {
          const told = onePerSource(quotes.filter(({ pair }) => pair === name))
          return {
            told,
            mid: settle(
              told.map(({ price }) => price),
              rules,
            ),
          }
        }
        const rates = settled.flatMap(({ pair: { assetTypeId, baseAssetTypeId }, told, mid }) =>
          typeof mid === "string"
            ? []
            : [{ assetTypeId, baseAssetTypeId, mid: writeDecimal(mid), sources: told.map(({ source }) => source) }],
        )
        const nowMs = yield* Clock.currentTimeMillis
        const decided = takeRates({ rates, origin, timing: { ...timing, everySeconds }, nowMs })
        const { events, receipt } = yield* Effect.orDie(write(dayOf(nowMs), decided))
        return {
          snapshotId: events[0]?.snapshotId ?? null,
          position: receipt.position,
          rates,
          unsettled: settled.flatMap(({ pair, mid }) =>
            typeof mid === "string" ? [{ pair: pair.name, reason: mid }] : [],
          ),
          silent,
        }
      })

      return Rates.of({
        takeDue: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          if (nowMs < (yield* Ref.get(nextMs))) return Option.none()
          const day = yield* read(dayOf(nowMs))
          if (!isDue(day, timing, origin, nowMs)) {
            yield* Ref.set(nextMs, Math.min((day.lastTakenMs ?? 0) + timing.everySeconds * MS, nextDayMs(nowMs)))
            return Option.none()
          }
          const round = yield* take(timing.everySeconds)
          yield* Ref.set(nextMs, round.rates.length === 0 ? nowMs + RETRY_MS : 0)
          return Option.some(round)
        }).pipe(Effect.withSpan("Rates.takeDue")),
        takeNow: take(0),
      })
    }),
  )
}

/** A source that is asked at several places counts once for a pair: with what it said first. */
const onePerSource = (quotes: ReadonlyArray<Quote>): ReadonlyArray<Quote> =>
  quotes.filter(({ source }, place) => quotes.findIndex((each) => each.source === source) === place)

const DAY_MS = 86_400_000
const nextDayMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
