import { Clock, Context, Effect, Layer } from "effect"
import { decodeText, Fetcher } from "#core/fetch"
import { AppConfig, type AppSettings, formatIso } from "#core/kernel"
import { type Decimal, readDecimal } from "#core/ledger"
import type { RateOrigin } from "./events.ts"
import { type AgreementRules, toPrice } from "./medianPrice.ts"
import { RATE_PAIRS } from "./pairs.ts"
import type { RateTiming } from "./RateDay.ts"

/** A parsed JSON document with numbers as their source text, so no price passes through floating point. */
type JsonAnswer = { readonly root: unknown }

/** Characters of a document; longer ones are refused. */
const ANSWER_LENGTH_MAX = 1_000_000
/** Smaller timestamps are seconds since 1970 (until the year 5138), others milliseconds (from 1973 on). */
const SECONDS_BELOW = 100_000_000_000n

/** Parses JSON; null if it is invalid or too long. */
export const parseJsonAnswer = (text: string): JsonAnswer | null => {
  if (text.length > ANSWER_LENGTH_MAX) return null
  try {
    return { root: JSON.parse(text, keepNumberText) }
  } catch {
    return null
  }
}

/** The text or number at a JSON Pointer (RFC 6901, `/data/0/amount`), as text; null if there is none. */
export const textAt = ({ root }: JsonAnswer, pointer: string): string | null => {
  let value = root
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return typeof value === "string" ? value : null
}

/** The price at a JSON Pointer, or null. */
export const priceAt = (answer: JsonAnswer, pointer: string) => toPrice(readDecimal(textAt(answer, pointer) ?? ""))

/** The time at a JSON Pointer (seconds, milliseconds or a date) in milliseconds since 1970, or null. */
export const timeAt = (answer: JsonAnswer, pointer: string): number | null => {
  const text = textAt(answer, pointer) ?? ""
  const [, whole] = /^(\d{1,15})(?:\.\d+)?$/.exec(text) ?? []
  if (whole !== undefined) return Number(BigInt(whole) < SECONDS_BELOW ? BigInt(whole) * 1_000n : BigInt(whole))
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** Keeps the source text of numbers, which revivers receive since ES2025. */
const keepNumberText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? value) : value

/** The source name in demo snapshots. */
const DEMO_SOURCE = "demo rates"

/** Constant round prices that tests rely on. */
const DEMO_MIDS: Readonly<Record<string, string>> = {
  "BTC/USD": "64000",
  "BTC/EUR": "60000",
  "BCH/USD": "400",
  "BCH/EUR": "375",
  "LTC/USD": "80",
  "LTC/EUR": "75",
}

/** Daily, because the table is constant. Valid for two days, so that a paused worker leaves no gap. */
const DEMO_TIMING: RateTiming = { everySeconds: 86_400, validSeconds: 2 * 86_400 }

/** A configured price endpoint (`RATE_SOURCES`). */
export type RateSource = AppSettings["rateSources"][number]

/** The price of one pair from one source. */
export type Quote = { readonly source: string; readonly pair: string; readonly price: Decimal }

/** A price that a source did not deliver, for operators. */
export type SourceFailure = { readonly source: string; readonly pair: string | null; readonly reason: string }

export type SourceAnswers = { readonly quotes: ReadonlyArray<Quote>; readonly failures: ReadonlyArray<SourceFailure> }

/** A snapshot is valid for this many intervals, so a few failed ones stop nothing. */
const VALID_INTERVALS = 3
const CONCURRENT_REQUESTS = 4
const MS = 1_000

/** Where prices come from: configured endpoints, or a fixed demo table. */
export class RateSources extends Context.Service<
  RateSources,
  {
    readonly origin: RateOrigin
    readonly timing: RateTiming
    readonly rules: AgreementRules
    /** Requests all sources. Failures are listed in the result. */
    readonly fetchPrices: Effect.Effect<SourceAnswers>
  }
>()("core/wallet/RateSources") {
  /** Constant demo prices, used without configuration. */
  static readonly demo = Layer.succeed(RateSources, {
    origin: "demo",
    timing: DEMO_TIMING,
    rules: { quorum: 1, spreadPercent: 0 },
    fetchPrices: Effect.succeed({
      quotes: RATE_PAIRS.flatMap(({ name }) => {
        const price = toPrice(readDecimal(DEMO_MIDS[name] ?? ""))
        return price === null ? [] : [{ source: DEMO_SOURCE, pair: name, price }]
      }),
      failures: [],
    }),
  })

  /** Price endpoints, requested through the guarded fetcher. */
  static endpoints(sources: ReadonlyArray<RateSource>, rules: AgreementRules, everySeconds: number) {
    const timing = { everySeconds, validSeconds: everySeconds * VALID_INTERVALS }
    return Layer.effect(
      RateSources,
      Effect.gen(function* () {
        const fetcher = yield* Fetcher
        const fetchSource = Effect.fn("RateSources.fetchPrices")(
          function* (source: RateSource) {
            const { bytes, contentType } = yield* fetcher.fetchDocument({ url: source.url, accept: "application/json" })
            const nowMs = yield* Clock.currentTimeMillis
            return parseAnswer(source, decodeText(bytes, contentType).text, nowMs - timing.validSeconds * MS)
          },
          (effect, { name }) =>
            Effect.catch(effect, ({ messageKey }) => Effect.succeed(sourceFailed(name, messageKey))),
        )
        return RateSources.of({
          origin: "endpoints",
          timing,
          rules,
          fetchPrices: Effect.map(
            Effect.forEach(sources, fetchSource, { concurrency: CONCURRENT_REQUESTS }),
            (answers) => ({
              quotes: answers.flatMap(({ quotes }) => quotes),
              failures: answers.flatMap(({ failures }) => failures),
            }),
          ),
        })
      }),
    )
  }

  /** Selected by `RATE_SOURCES`. */
  static readonly layer = Layer.unwrap(
    Effect.map(AppConfig, ({ rateSources, rateQuorum, rateSpreadPercent, rateSeconds }) =>
      rateSources.length === 0
        ? RateSources.demo
        : RateSources.endpoints(rateSources, { quorum: rateQuorum, spreadPercent: rateSpreadPercent }, rateSeconds),
    ),
  )
}

/** Reads the prices of an answer. If the source states a time, prices older than `oldestMs` are discarded. */
const parseAnswer = ({ name, prices, time }: RateSource, text: string, oldestMs: number): SourceAnswers => {
  const answer = parseJsonAnswer(text)
  if (answer === null) return sourceFailed(name, "not JSON, or too long")
  const timeMs = time === undefined ? null : timeAt(answer, time)
  if (time !== undefined && timeMs === null) return sourceFailed(name, `no time at ${time}`)
  if (timeMs !== null && timeMs < oldestMs) return sourceFailed(name, `stale: from ${formatIso(timeMs)}`)
  const found = Object.entries(prices).map(([pair, pointer]) => ({ pair, pointer, price: priceAt(answer, pointer) }))
  return {
    quotes: found.flatMap(({ pair, price }) => (price === null ? [] : [{ source: name, pair, price }])),
    failures: found.flatMap(({ pair, pointer, price }) =>
      price === null ? [{ source: name, pair, reason: `no price at ${pointer}` }] : [],
    ),
  }
}

const sourceFailed = (source: string, reason: string): SourceAnswers => ({
  quotes: [],
  failures: [{ source, pair: null, reason }],
})
