import { Context, Effect, Layer, Semaphore } from "effect"
import { Fetcher } from "#core/fetch"
import { Sql } from "#core/kernel"
import { inlineChapters } from "#core/syndication"
import { type LoadPart, loadPart } from "./loadPart.ts"
import type { PartKind, PartOutcome, PartRefusal } from "./Part.ts"
import { type Kept, makePartStore, type PartStore } from "./PartStore.ts"
import { readInThread } from "./readInThread.ts"

/** Parts that one process fetches and reads at once, and how many more may wait for their turn. */
const AT_ONCE = 3
export const WAITING_MAX = 30
/** So many new parts between two looks at what is too much. */
const SWEEP_EVERY = 100

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
/** How long a part is good; publishers correct articles in their first days, and who asks again is rare. */
const CONTENT_SECONDS = 14 * DAY_SECONDS
/** How long an answer without a part is good. What may come back soon is asked for again soon. */
const REFUSAL_SECONDS: Readonly<Record<Exclude<PartRefusal, "busy">, number>> = {
  robots: DAY_SECONDS,
  reserved: DAY_SECONDS,
  paywall: DAY_SECONDS,
  unreadable: DAY_SECONDS,
  unavailable: HOUR_SECONDS / 6,
}

/** What goes with items and is fetched when somebody asks: whole articles, chapters, transcripts. */
export class ItemParts extends Context.Service<
  ItemParts,
  {
    /** What is known of the part at an address without asking anybody outside, or null. */
    kept<Kind extends PartKind>(kind: Kind, address: string): Effect.Effect<PartOutcome<Kind> | null>
    /** The part at an address: kept, else fetched now. Whoever asks for the same at the same time waits for one fetch. */
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
      return ItemParts.of({ kept: keptIn(store), load })
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

const outcomeOf = <Kind extends PartKind>({ content, refusal }: Kept): PartOutcome<Kind> =>
  content === null ? { refusal: (refusal ?? "unreadable") as PartRefusal } : { content: JSON.parse(content) }

const makeLoad = Effect.fnUntraced(function* (store: PartStore, fetchPart: LoadPart) {
  const kept = keptIn(store)
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
    const found = yield* kept(kind, address)
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
              Effect.logInfo("a part was asked for", {
                kind,
                address,
                outcome: "content" in outcome ? "found" : outcome.refusal,
              }),
            ),
            Effect.ensuring(Effect.sync(() => running.delete(name))),
            // Whoever asked first may leave; the others still wait for it.
            Effect.uninterruptible,
          ),
      )
      running.set(name, fetching)
    }
    return (yield* fetching) as PartOutcome<Kind>
  })
})
