import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Fetcher } from "#core/fetch"
import { EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import type { RateEvent } from "./events.ts"
import { type RateSource, RateSources } from "./RateSources.ts"
import { Rates } from "./Rates.ts"

const START = Date.UTC(2026, 10, 22, 8, 30)
const store = Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)

const source = (name: string, prices: RateSource["prices"], time?: string): RateSource => ({
  name,
  url: `https://${name.toLowerCase()}.example/ticker`,
  prices,
  ...(time === undefined ? {} : { time }),
})
/** Sources with these answers, and the requested URLs. */
const endpointsOf = (bodies: Readonly<Record<string, string>>, sources: ReadonlyArray<RateSource>) => {
  const requested: Array<string> = []
  const bodyOf = (url: string) => bodies[sources.find((each) => each.url === url)?.name ?? ""]
  const fetcher = Layer.succeed(Fetcher, {
    fetchDocument: ({ url }) => {
      requested.push(url)
      const body = bodyOf(url)
      if (body === undefined) return Effect.fail({ ...TOO_SLOW, url } as Refusal)
      return Effect.succeed({ ...DOCUMENT, finalUrl: url, bytes: new TextEncoder().encode(body) })
    },
    postForm: () => Effect.die(new Error("not used")),
  })
  const layer = RateSources.endpoints(sources, { quorum: 2, spreadPercent: 2 }, 300).pipe(Layer.provide(fetcher))
  return { layer, requested }
}
type Refusal = Effect.Error<ReturnType<(typeof Fetcher)["Service"]["fetchDocument"]>>
const TOO_SLOW = { _tag: "TimedOut", messageKey: "fetch.timedOut", phase: "headers" }
const DOCUMENT = {
  status: 200,
  bodyHash: "",
  redirects: [],
  etag: null,
  lastModified: null,
  cacheMaxAgeSeconds: null,
  contentType: "application/json",
  robotsTag: null,
  links: { hubs: [], self: null },
} as const

const worldOf = (sources: Layer.Layer<RateSources>) =>
  Rates.layer.pipe(Layer.provide(sources), Layer.provideMerge(store))
const inWorld = <A>(sources: Layer.Layer<RateSources>, test: Effect.Effect<A, never, Rates | EventStore | Sealing>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      return yield* test
    }).pipe(Effect.provide(worldOf(sources).pipe(Layer.provideMerge(TestClock.layer())))),
  )
const taken = Effect.gen(function* () {
  const log = yield* EventStore
  const events = yield* log.readLog({ after: 0, upTo: yield* log.watermark, limit: 100 })
  return events.map(({ stream, data }) => ({ stream, ...(data as Omit<RateEvent, "_tag">) }))
})
const takeDue = Rates.use((rates) => rates.takeDue)

describe("rates without configured endpoints", () => {
  it("are constant, labelled as demo rates, and recorded once a day", () =>
    inWorld(
      RateSources.demo,
      Effect.gen(function* () {
        for (const hour of [0, 1, 2, 14, 15, 16, 23]) {
          yield* TestClock.setTime(START + hour * 3_600_000)
          yield* takeDue
        }
        const events = yield* taken
        expect(events.map(({ stream, snapshotId, origin }) => [stream, snapshotId, origin])).toEqual([
          ["rates-2026-11-22", "2026-11-22.1", "demo"],
          ["rates-2026-11-23", "2026-11-23.1", "demo"],
        ])
        expect(events[0]).toMatchObject({ takenAt: "2026-11-22T08:30:00.000Z", validUntil: "2026-11-24T08:30:00.000Z" })
        expect(events[0]?.rates).toHaveLength(6)
        expect(events[0]?.rates[0]).toEqual({
          assetTypeId: 1,
          baseAssetTypeId: 4,
          mid: "64000",
          sources: ["demo rates"],
        })
      }),
    ))
})

describe("rates of endpoints", () => {
  const btc = source("One", { "BTC/USD": "/last", "BTC/EUR": "/eur" })
  const two = source("Two", { "BTC/USD": "/data/0/price" }, "/time")
  const three = source("Three", { "BTC/USD": "/p" })
  const now = '"2026-11-22T08:29:00Z"'

  it("are the median of the sources that answer in time, and the failed ones are listed", () => {
    const { layer } = endpointsOf(
      { One: '{"last":"100.10","eur":1}', Two: `{"data":[{"price":100.2}],"time":${now}}` },
      [btc, two, three],
    )
    return inWorld(
      layer,
      Effect.gen(function* () {
        const round = Option.getOrThrow(yield* takeDue)
        expect(round).toMatchObject({
          snapshotId: "2026-11-22.1",
          rates: [{ assetTypeId: 1, baseAssetTypeId: 4, mid: "100.15", sources: ["One", "Two"] }],
          failures: [{ source: "Three", pair: null, reason: "fetch.timedOut" }],
        })
        expect(round.withoutRate).toContainEqual({ pair: "BTC/EUR", reason: "tooFew" })
        expect(round.withoutRate).toHaveLength(5)
        const [event] = yield* taken
        expect(event).toMatchObject({ origin: "endpoints", validUntil: "2026-11-22T08:45:00.000Z" })
      }),
    )
  })

  it.each([
    ["are old", `{"data":[{"price":100}],"time":"2026-11-22T08:00:00Z"}`, /stale: from 2026-11-22T08:00/],
    ["have no time", `{"data":[{"price":100}]}`, /no time at \/time/],
    ["are at another pointer", `{"data":[],"time":${now}}`, /no price at \/data\/0\/price/],
    ["are not JSON", "<!doctype html>", /not JSON/],
  ])("ignore prices that %s", (_, body, reason) => {
    const { layer, requested: sent } = endpointsOf({ One: '{"last":"100"}', Two: body }, [btc, two])
    return inWorld(
      layer,
      Effect.gen(function* () {
        const round = Option.getOrThrow(yield* takeDue)
        expect([round.snapshotId, round.position, round.rates]).toEqual([null, 0, []])
        expect(round.failures.find(({ source: name }) => name === "Two")?.reason).toMatch(reason)
        expect(round.withoutRate).toContainEqual({ pair: "BTC/USD", reason: "tooFew" })
        // Sources are not requested again at once, but after a delay.
        expect(Option.isNone(yield* takeDue)).toBe(true)
        yield* TestClock.adjust("31 seconds")
        expect(Option.isSome(yield* takeDue)).toBe(true)
        expect(sent).toHaveLength(4)
        expect(yield* taken).toEqual([])
      }),
    )
  })

  it("are recorded at the configured interval by one of several processes, and at once for operators", () => {
    const again = source("One", { "BTC/USD": "/last" })
    const body = '{"last":100,"p":100}'
    const { layer, requested: asked } = endpointsOf({ One: body, Three: body }, [
      again,
      { ...again, url: `${again.url}2` },
      three,
    ])
    return inWorld(
      layer,
      Effect.gen(function* () {
        const other = yield* Layer.build(Rates.layer.pipe(Layer.provide(layer))).pipe(Effect.scoped)
        const takeOther = Effect.provide(takeDue, other)
        for (let minute = 0; minute < 11; minute++) {
          yield* takeDue
          yield* takeOther
          yield* TestClock.adjust("1 minute")
        }
        expect((yield* taken).map(({ snapshotId }) => snapshotId)).toEqual([
          "2026-11-22.1",
          "2026-11-22.2",
          "2026-11-22.3",
        ])
        expect(asked).toHaveLength(9)
        expect((yield* taken)[0]?.rates[0]?.sources).toEqual(["One", "Three"])
        const { snapshotId } = yield* Rates.use(({ takeNow }) => takeNow)
        expect(snapshotId).toBe("2026-11-22.4")
      }),
    )
  })
})
