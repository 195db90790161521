import { Effect, Option, Schema } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import type { EventStore, StoredEvent } from "../store/EventStore.ts"
import type { Aggregate } from "../writing/Aggregate.ts"

/** Maximum number of events of a stream in memory while it is folded. */
export const PAGE_EVENTS_MAX = 200

/** An aggregate folded from its events. */
export type Loaded<State> = { readonly state: State; readonly version: number }

/**
 * Reads one aggregate's state and version, from its newest snapshot on where it has one. Events that no longer decode
 * are a defect: the golden samples of every module exist so that this cannot happen.
 */
export const load = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
  sealing: (typeof Sealing)["Service"],
) => {
  const { snapshot } = aggregate
  const fold = foldPage(aggregate, sealing)
  const decodeState = snapshot && Schema.decodeUnknownOption(snapshot.state)

  const start = Effect.fnUntraced(function* (stream: string): Effect.fn.Return<Loaded<State>> {
    const snapshotState = snapshot ? yield* store.readSnapshot(stream, snapshot.foldHash) : null
    // A snapshot of another shape is ignored: the events give the same state, only slower.
    const state = snapshotState && decodeState ? decodeState(snapshotState.state) : Option.none<State>()
    return Option.isSome(state) && snapshotState
      ? { state: state.value, version: snapshotState.version }
      : { state: aggregate.initial, version: 0 }
  })

  /** @param from the state that is already known: only later events are read */
  return Effect.fnUntraced(function* (stream: string, from?: Loaded<State>): Effect.fn.Return<Loaded<State>> {
    let loaded = from ?? (yield* start(stream))
    for (;;) {
      const page = yield* store.readStream(stream, loaded.version, PAGE_EVENTS_MAX)
      loaded = yield* fold(loaded, page)
      if (page.length < PAGE_EVENTS_MAX) return loaded
    }
  })
}

/** Reads what an aggregate was at a position of the log. Without a snapshot, which may be of a later state. */
export const loadPast = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
  sealing: (typeof Sealing)["Service"],
) => {
  const fold = foldPage(aggregate, sealing)
  return Effect.fnUntraced(function* (stream: string, position: number): Effect.fn.Return<State> {
    let loaded: Loaded<State> = { state: aggregate.initial, version: 0 }
    for (;;) {
      const page = yield* store.readStream(stream, loaded.version, PAGE_EVENTS_MAX)
      const past = page.filter((event) => event.position <= position)
      loaded = yield* fold(loaded, past)
      if (past.length < PAGE_EVENTS_MAX) return loaded.state
    }
  })
}

/** Maximum number of streams in one query. */
const STREAMS_AT_ONCE_MAX = 100

/**
 * Reads many aggregates' states and versions in few queries, in the order of the given streams. For aggregates with short
 * streams: snapshots are not used.
 */
export const loadMany = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
  sealing: (typeof Sealing)["Service"],
) => {
  const fold = foldPage(aggregate, sealing)
  const loadRest = load(aggregate, store, sealing)
  const empty: Loaded<State> = { state: aggregate.initial, version: 0 }

  const loadChunk = Effect.fnUntraced(function* (streams: ReadonlyArray<string>) {
    const pages = Map.groupBy(yield* store.readStreams(streams, PAGE_EVENTS_MAX), ({ stream }) => stream)
    return yield* Effect.forEach(
      streams,
      Effect.fnUntraced(function* (stream) {
        const loaded = yield* fold(empty, pages.get(stream) ?? [])
        return loaded.version < PAGE_EVENTS_MAX ? loaded : yield* loadRest(stream, loaded)
      }),
    )
  })

  return Effect.fnUntraced(function* (streams: ReadonlyArray<string>): Effect.fn.Return<ReadonlyArray<Loaded<State>>> {
    const chunks: Array<ReadonlyArray<Loaded<State>>> = []
    for (let from = 0; from < streams.length; from += STREAMS_AT_ONCE_MAX)
      chunks.push(yield* loadChunk(streams.slice(from, from + STREAMS_AT_ONCE_MAX)))
    return chunks.flat()
  })
}

/** Folds events of one stream onto a known state. */
const foldPage = <State, Event extends AnyEvent>(
  { events, evolve, snapshot }: Aggregate<State, Event>,
  sealing: (typeof Sealing)["Service"],
) =>
  Effect.fnUntraced(function* (from: Loaded<State>, page: ReadonlyArray<StoredEvent>): Effect.fn.Return<Loaded<State>> {
    let { state, version } = from
    for (const stored of page) {
      const event = !events.seals(stored.type)
        ? events.decodeSync(stored.type, stored.data)
        : snapshot?.holdsNothingSealed === true
          ? events.decodeOpen(stored.type, stored.data)
          : yield* events.decode(stored).pipe(Effect.provideService(Sealing, sealing), Effect.orDie)
      state = evolve(state, event)
      version = stored.version
    }
    return { state, version }
  })

/** Saves a snapshot if one is due. The command has already succeeded, so a failure is only logged. */
export const keepSnapshot = <State, Event extends AnyEvent>(
  { snapshot, events, category }: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
) => {
  if (snapshot === undefined) return () => Effect.void
  if (events.types.some(events.seals) && snapshot.holdsNothingSealed !== true)
    throw new Error(`${category} has sealed fields: a snapshot would keep them open`)
  const encode = Schema.encodeEffect(snapshot.state)
  return (stream: string, before: number, after: Loaded<State>) =>
    Math.floor(after.version / snapshot.every) === Math.floor(before / snapshot.every)
      ? Effect.void
      : encode(after.state).pipe(
          Effect.flatMap((state) => store.writeSnapshot(stream, snapshot.foldHash, { version: after.version, state })),
          Effect.catchCause((cause) => Effect.logWarning("no snapshot kept", { stream }, cause)),
        )
}
