import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { CurrentMeta, EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { recordAccess } from "./recordAccess.ts"

const ITEM = "0123456789abcdefghjk"
const FEED = "kjhgfedcba9876543210"

const run = <A>(effect: Effect.Effect<A, never, EventStore | Sealing>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(Layer.mergeAll(MemoryEventStore, Sealing.layerMemory))))

const log = Effect.flatMap(EventStore, (store) =>
  store.readLog({ after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 100 }),
)
const open = recordAccess({ itemId: ITEM, feedId: FEED, from: "pc" })

it("records what was opened and when, in the feed's stream of the day, without the reader", async () => {
  const events = await run(Effect.andThen(open, Effect.andThen(open, log)))
  const day = events[0]?.recordedAt.slice(0, 10)
  expect(events.map(({ stream, type }) => [stream, type])).toEqual(
    [1, 2].map(() => [`access-${FEED}:${day}`, "library.NewsAccessed.v1"]),
  )
  expect(Object.keys(events[0]?.data as object).toSorted()).toEqual(["accessedAt", "feedId", "from", "itemId"])
})

it("records a repeated command once", async () => {
  const meta = {
    actor: "guest",
    commandId: "01890000-0000-7000-8000-000000000001",
    correlationId: null,
    causationId: null,
  }
  const same = open.pipe(Effect.provideService(CurrentMeta, meta))
  const events = await run(Effect.andThen(same, Effect.andThen(same, log)))
  expect(events).toHaveLength(1)
})
