import { Effect, Layer, ManagedRuntime } from "effect"
import { FeedEvents } from "#core/feeds"
import { ANY_VERSION, EventStore, Hints, PostgresEventStore, Sealing, Sql, uuidv7 } from "#core/kernel"
import { search } from "#projections/library"
import { percentile } from "../lib/interleaved.ts"
import type { Corpus } from "./corpus.ts"
import type { Library } from "./openLibrary.ts"

/** Fetches with new items per second: 3,000 fetches a minute, one in ten with something new. */
const FETCHES_PER_S = 5
const ITEMS_PER_FETCH = 3
/** Interval for checking whether a new item is found. */
const LOOK_MS = 50
const WAIT_MS_MAX = 60_000

/**
 * Records items as the worker does while another measurement runs, and searches for one item of every fetch by a unique
 * word. Returns the seconds from commit to found.
 */
export const whileItemsArrive = async (
  url: string,
  library: Library,
  corpus: Corpus,
  { from, during }: { readonly from: number; readonly during: () => Promise<void> },
): Promise<{
  readonly searchable_after_s_p50: number
  readonly searchable_after_s_p99: number
  readonly arrived_per_s: number
}> => {
  const sealing = Sealing.layer(new Uint8Array(32).fill(7))
  const layer = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, sealing)),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 2, name: "arrivals" })),
  )
  const runtime = ManagedRuntime.make(layer)
  const waits: Array<number> = []
  const looking: Array<Promise<void>> = []
  let isOver = false
  const bring = async (fetch: number) => {
    const first = from + fetch * ITEMS_PER_FETCH
    const { feedId } = corpus.feedOf(first)
    const word = `qx${fetch.toString(36)}z${Date.now().toString(36)}`
    const items = Array.from({ length: ITEMS_PER_FETCH }, (_, n) => {
      const item = corpus.item(first + n)
      return n === 0 ? { ...item, title: `${item.title} ${word}` } : item
    })
    const fetchedAt = new Date().toISOString()
    await runtime.runPromise(
      Effect.gen(function* () {
        const store = yield* EventStore
        const event = yield* FeedEvents.encode({
          _tag: "feeds.FeedFetched.v1",
          feedId,
          fetchedAt,
          facts: null,
          items,
          problems: null,
        })
        const commandId = uuidv7(Date.now())
        yield* store.append({
          commandId,
          correlationId: commandId,
          causationId: commandId,
          actor: "system:bench",
          streams: [{ stream: `feed-${feedId}`, expected: ANY_VERSION, events: [event] }],
        })
      }),
    )
    looking.push(check(word, performance.now()))
  }
  const check = async (word: string, committedMs: number) => {
    while (performance.now() - committedMs < WAIT_MS_MAX) {
      const { items } = await library.run(search({ query: word }))
      if (items.length > 0) return void waits.push((performance.now() - committedMs) / 1000)
      await pause(LOOK_MS)
    }
    waits.push(WAIT_MS_MAX / 1000)
  }
  const began = performance.now()
  const arriving = (async () => {
    for (let fetch = 0; !isOver; fetch += 1) {
      const dueMs = began + (fetch * 1000) / FETCHES_PER_S
      await pause(Math.max(0, dueMs - performance.now()))
      await bring(fetch)
    }
  })()
  await during()
  isOver = true
  await arriving
  const seconds = (performance.now() - began) / 1000
  await Promise.all(looking)
  await runtime.dispose()
  return {
    searchable_after_s_p50: percentile(waits, 0.5),
    searchable_after_s_p99: percentile(waits, 0.99),
    arrived_per_s: (looking.length * ITEMS_PER_FETCH) / seconds,
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
