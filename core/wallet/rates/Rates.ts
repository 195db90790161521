import { Clock, Context, Effect, Layer, Option, Ref } from "effect"
import { reader, writer } from "#core/kernel"
import { writeDecimal } from "#core/ledger"
import type { TakenRate } from "./events.ts"
import { medianPrice, type NoMedianReason } from "./medianPrice.ts"
import { RATE_PAIRS } from "./pairs.ts"
import { dayOf, isDue, RateDay, takeRates } from "./RateDay.ts"
import { type Quote, RateSources, type SourceFailure } from "./RateSources.ts"

/** The result of one round of requests. */
export type RateRound = {
  /** Null: no snapshot was recorded, because no pair has a rate or another process was faster. */
  readonly snapshotId: string | null
  /** Log position of the snapshot; 0 if none was recorded. */
  readonly position: number
  readonly rates: ReadonlyArray<TakenRate>
  /** Pairs without a rate, and why. */
  readonly withoutRate: ReadonlyArray<{ readonly pair: string; readonly reason: NoMedianReason }>
  readonly failures: ReadonlyArray<SourceFailure>
}

/** Delay after a round without any rate. */
const RETRY_MS = 30_000
const MS = 1_000

/** Records rate snapshots. */
export class Rates extends Context.Service<
  Rates,
  {
    /** Records a snapshot if one is due. Any number of processes may call it. */
    readonly takeDue: Effect.Effect<Option.Option<RateRound>>
    /** Records a snapshot immediately. */
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
        const { quotes, failures } = yield* sources.fetchPrices
        const priced = RATE_PAIRS.map((pair) => {
          const agreed = onePerSource(quotes.filter((quote) => quote.pair === pair.name))
          const prices = agreed.map(({ price }) => price)
          return { pair, sources: agreed.map(({ source }) => source), mid: medianPrice(prices, rules) }
        })
        const rates = priced.flatMap(({ pair: { assetTypeId, baseAssetTypeId }, sources, mid }) =>
          typeof mid === "string" ? [] : [{ assetTypeId, baseAssetTypeId, mid: writeDecimal(mid), sources }],
        )
        const nowMs = yield* Clock.currentTimeMillis
        const decided = takeRates({ rates, origin, timing: { ...timing, everySeconds }, nowMs })
        const { events, receipt } = yield* Effect.orDie(write(dayOf(nowMs), decided))
        return {
          snapshotId: events[0]?.snapshotId ?? null,
          position: receipt.position,
          rates,
          withoutRate: priced.flatMap(({ pair, mid }) =>
            typeof mid === "string" ? [{ pair: pair.name, reason: mid }] : [],
          ),
          failures,
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

/** A source with several endpoints counts once per pair, with its first price. */
const onePerSource = (quotes: ReadonlyArray<Quote>): ReadonlyArray<Quote> =>
  quotes.filter(({ source }, place) => quotes.findIndex((each) => each.source === source) === place)

const DAY_MS = 86_400_000
const nextDayMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
