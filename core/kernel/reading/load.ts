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
  const decodeState = snapshot && Schema.decodeUnknownOption(snapshot.state)

  const start = Effect.fnUntraced(function* (stream: string): Effect.fn.Return<Loaded<State>> {
    const kept = snapshot ? yield* store.readSnapshot(stream, snapshot.foldHash) : null
    // A snapshot of another shape is ignored: the events give the same state, only slower.
    const state = kept && decodeState ? decodeState(kept.state) : Option.none<State>()
    return Option.isSome(state) && kept
      ? { state: state.value, version: kept.version }
      : { state: aggregate.initial, version: 0 }
  })

  /** @param from the state that is already known: only later events are read */
  return Effect.fnUntraced(function* (stream: string, from?: Loaded<State>): Effect.fn.Return<Loaded<State>> {
    let { state, version } = from ?? (yield* start(stream))
    for (;;) {
      const page: ReadonlyArray<StoredEvent> = yield* store.readStream(stream, version, PAGE_EVENTS_MAX)
      for (const stored of page) {
        const event = !aggregate.events.seals(stored.type)
          ? aggregate.events.decodeSync(stored.type, stored.data)
          : snapshot?.holdsNothingSealed === true
            ? aggregate.events.decodeOpen(stored.type, stored.data)
            : yield* aggregate.events.decode(stored).pipe(Effect.provideService(Sealing, sealing), Effect.orDie)
        state = aggregate.evolve(state, event)
        version = stored.version
      }
      if (page.length < PAGE_EVENTS_MAX) return { state, version }
    }
  })
}

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
