import { Context, Effect, Layer, Semaphore } from "effect"
import { Fetcher } from "#core/fetch"
import { Sql } from "#core/kernel"
import { inlineChapters } from "#core/syndication"
import type { PartKind, PartOutcome, PartRefusal } from "./ItemPart.ts"
import { type LoadPart, loadPart } from "./loadPart.ts"
import { type CachedPart, makePartStore, type PartStore } from "./PartStore.ts"
import { readInThread } from "./readInThread.ts"

/** Parts that a process loads at once, and requests that may wait. */
const AT_ONCE = 3
export const WAITING_MAX = 30
/** New parts between two clean-ups. */
const SWEEP_EVERY = 100

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
/** How long a part is cached: publishers correct articles in their first days. */
const CONTENT_SECONDS = 14 * DAY_SECONDS
/** How long a refusal is cached; temporary ones are retried soon. */
const REFUSAL_SECONDS: Readonly<Record<Exclude<PartRefusal, "busy">, number>> = {
  robots: DAY_SECONDS,
  reserved: DAY_SECONDS,
  paywall: DAY_SECONDS,
  unreadable: DAY_SECONDS,
  unavailable: HOUR_SECONDS / 6,
}

/** Loads full articles, chapters and transcripts on request, and caches them. */
export class ItemParts extends Context.Service<
  ItemParts,
  {
    /** The cached part at an address, or null. Sends no request. */
    stored<Kind extends PartKind>(kind: Kind, address: string): Effect.Effect<PartOutcome<Kind> | null>
    /** The part at an address, from the cache or fetched now. Concurrent requests share one fetch. */
    load<Kind extends PartKind>(kind: Kind, address: string): Effect.Effect<PartOutcome<Kind>>
  }
>()("core/feeds/parts/ItemParts") {
  static readonly layer = Layer.effect(
    ItemParts,
    Effect.gen(function* () {
      const { client } = yield* Sql
      const store = makePartStore(client)
      const fetcher = yield* Fetcher
      const load = yield* makeLoad(
        store,
        loadPart({ fetcher, store, read: (kind, document) => readInThread(kind, document) }),
      )
      return ItemParts.of({ stored: keptIn(store), load })
    }),
  )
}

const keptIn =
  (store: PartStore) =>
  <Kind extends PartKind>(kind: Kind, address: string): Effect.Effect<PartOutcome<Kind> | null> => {
    const inline = kind === "chapters" ? inlineChapters(address) : null
    if (inline !== null) return Effect.succeed({ content: inline } as PartOutcome<Kind>)
    return Effect.map(store.find(kind, address), (row) => (row === null ? null : outcomeOf<Kind>(row)))
  }

const outcomeOf = <Kind extends PartKind>({ content, refusal }: CachedPart): PartOutcome<Kind> =>
  content === null ? { refusal: (refusal ?? "unreadable") as PartRefusal } : { content: JSON.parse(content) }

const makeLoad = Effect.fnUntraced(function* (store: PartStore, fetchPart: LoadPart) {
  const stored = keptIn(store)
  const turns = yield* Semaphore.make(AT_ONCE)
  const running = new Map<string, Effect.Effect<PartOutcome<PartKind>>>()
  let fetched = 0

  const keep = Effect.fnUntraced(function* (kind: PartKind, address: string, outcome: PartOutcome<PartKind>) {
    if ("content" in outcome) {
      yield* store.keep(kind, address, { content: JSON.stringify(outcome.content), refusal: null }, CONTENT_SECONDS)
    } else if (outcome.refusal !== "busy") {
      const { refusal } = outcome
      yield* store.keep(kind, address, { content: null, refusal }, REFUSAL_SECONDS[refusal])
    }
    fetched += 1
    if (fetched % SWEEP_EVERY === 0) yield* store.sweep()
  })

  return Effect.fn("ItemParts.load")(function* <Kind extends PartKind>(kind: Kind, address: string) {
    const found = yield* stored(kind, address)
    if (found !== null) return found
    const name = `${kind} ${address}`
    let fetching = running.get(name)
    if (fetching === undefined) {
      if (running.size >= AT_ONCE + WAITING_MAX) return { refusal: "busy" } satisfies PartOutcome<Kind>
      fetching = yield* Effect.cached(
        turns
          .withPermits(1)(fetchPart(kind, address))
          .pipe(
            Effect.tap((outcome) => keep(kind, address, outcome)),
            Effect.tap((outcome) =>
              Effect.logInfo("part of an item fetched", {
                kind,
                address,
                outcome: "content" in outcome ? "found" : outcome.refusal,
              }),
            ),
            Effect.ensuring(Effect.sync(() => running.delete(name))),
            // If the first caller leaves, the others still wait for the result.
            Effect.uninterruptible,
          ),
      )
      running.set(name, fetching)
    }
    return (yield* fetching) as PartOutcome<Kind>
  })
})
