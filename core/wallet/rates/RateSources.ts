import { Clock, Context, Effect, Layer } from "effect"
import { decodeText, Fetcher } from "#core/fetch"
import { AppConfig, type AppSettings } from "#core/kernel"
import type { Decimal } from "#core/ledger"
import { readDecimal } from "#core/ledger"
import { DEMO_MIDS, DEMO_SOURCE, DEMO_TIMING } from "./demoRates.ts"
import type { RateOrigin } from "./events.ts"
import { PAIRS } from "./pairs.ts"
import type { RateTiming } from "./RateDay.ts"
import { momentAt, priceAt, readAnswer } from "./readAnswer.ts"
import { priceOf, type RateRules } from "./settle.ts"

/** One place of the outside that tells prices. */
export type RateSource = AppSettings["rateSources"][number]

/** What one source says that one pair costs. */
export type Quote = { readonly source: string; readonly pair: string; readonly price: Decimal }

/** What a source did not tell, for operators. */
export type Silence = { readonly source: string; readonly pair: string | null; readonly reason: string }

export type Told = { readonly quotes: ReadonlyArray<Quote>; readonly silent: ReadonlyArray<Silence> }

/** A snapshot is used for so many times the pause between two: one that fails now and then stops nobody. */
const PAUSES_VALID = 3
const ASKED_AT_ONCE = 4
const MS = 1_000

/** Who tells rates: price endpoints of the configuration, or a fixed table. The port of this module to the world. */
export class RateSources extends Context.Service<
  RateSources,
  {
    readonly origin: RateOrigin
    readonly timing: RateTiming
    readonly rules: RateRules
    /** Asks all of them. One that does not answer, or not as it should, is silent; nothing fails. */
    readonly ask: Effect.Effect<Told>
  }
>()("core/wallet/RateSources") {
  /** The same prices at any time, named so: what holds with nothing configured. */
  static readonly demo = Layer.succeed(RateSources, {
    origin: "demo",
    timing: DEMO_TIMING,
    rules: { quorum: 1, spreadPercent: 0 },
    ask: Effect.succeed({
      quotes: PAIRS.flatMap(({ name }) => {
        const price = priceOf(readDecimal(DEMO_MIDS[name] ?? ""))
        return price === null ? [] : [{ source: DEMO_SOURCE, pair: name, price }]
      }),
      silent: [],
    }),
  })

  /** Price endpoints, asked through the guard that feeds are fetched by. */
  static endpoints(sources: ReadonlyArray<RateSource>, rules: RateRules, everySeconds: number) {
    const timing = { everySeconds, validSeconds: everySeconds * PAUSES_VALID }
    return Layer.effect(
      RateSources,
      Effect.gen(function* () {
        const fetcher = yield* Fetcher
        const askOne = Effect.fn("RateSources.ask")(
          function* (source: RateSource) {
            const { bytes, contentType } = yield* fetcher.fetchDocument({ url: source.url, accept: "application/json" })
            const nowMs = yield* Clock.currentTimeMillis
            return readTold(source, decodeText(bytes, contentType).text, nowMs - timing.validSeconds * MS)
          },
          (effect, { name }) => Effect.catch(effect, ({ messageKey }) => Effect.succeed(nothingOf(name, messageKey))),
        )
        return RateSources.of({
          origin: "endpoints",
          timing,
          rules,
          ask: Effect.map(Effect.forEach(sources, askOne, { concurrency: ASKED_AT_ONCE }), (told) => ({
            quotes: told.flatMap(({ quotes }) => quotes),
            silent: told.flatMap(({ silent }) => silent),
          })),
        })
      }),
    )
  }

  /** As the configuration says. */
  static readonly layer = Layer.unwrap(
    Effect.map(AppConfig, ({ rateSources, rateQuorum, rateSpreadPercent, rateSeconds }) =>
      rateSources.length === 0
        ? RateSources.demo
        : RateSources.endpoints(rateSources, { quorum: rateQuorum, spreadPercent: rateSpreadPercent }, rateSeconds),
    ),
  )
}

/** What stands in an answer. Prices from before `oldestMs` are none any more, where the source says when they were. */
const readTold = ({ name, prices, time }: RateSource, text: string, oldestMs: number): Told => {
  const answer = readAnswer(text)
  if (answer === null) return nothingOf(name, "no JSON, or too much of it")
  const moment = time === undefined ? null : momentAt(answer, time)
  if (time !== undefined && moment === null) return nothingOf(name, `no time at ${time}`)
  if (moment !== null && moment < oldestMs) return nothingOf(name, `stale: of ${new Date(moment).toISOString()}`)
  const found = Object.entries(prices).map(([pair, pointer]) => ({ pair, pointer, price: priceAt(answer, pointer) }))
  return {
    quotes: found.flatMap(({ pair, price }) => (price === null ? [] : [{ source: name, pair, price }])),
    silent: found.flatMap(({ pair, pointer, price }) =>
      price === null ? [{ source: name, pair, reason: `no price at ${pointer}` }] : [],
    ),
  }
}

const nothingOf = (source: string, reason: string): Told => ({ quotes: [], silent: [{ source, pair: null, reason }] })
