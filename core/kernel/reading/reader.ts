import { Effect, Exit, Request, RequestResolver } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore } from "../store/EventStore.ts"
import { type Aggregate, streamOf } from "../writing/Aggregate.ts"
import { type Loaded, load, loadMany, loadPast } from "./load.ts"

/**
 * Reads the state of an aggregate from its events, for decisions that cannot use a lagging read model, such as whether
 * a person may sign in. Costs one query to the log; pages use read models.
 */
export const reader = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const loadState = load(aggregate, yield* EventStore, yield* Sealing)
    return (id: string): Effect.Effect<State> => Effect.map(loadState(streamOf(aggregate, id)), ({ state }) => state)
  })

/**
 * Reads the state of an aggregate with its version, for commands that append to several streams in their own way.
 * `from` is a state that is known already: only later events are read.
 */
export const versionedReader = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const loadState = load(aggregate, yield* EventStore, yield* Sealing)
    return (id: string, from?: Loaded<State>): Effect.Effect<Loaded<State>> => loadState(streamOf(aggregate, id), from)
  })

/** Reads what an aggregate was at a position of the log, for operators who look at an earlier decision. */
export const pastReader = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const loadState = loadPast(aggregate, yield* EventStore, yield* Sealing)
    return (id: string, position: number): Effect.Effect<State> => loadState(streamOf(aggregate, id), position)
  })

/** Reads the states of many aggregates with their versions in few queries, in the order of the ids. */
export const manyReader = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const loadStates = loadMany(aggregate, yield* EventStore, yield* Sealing)
    return (ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Loaded<State>>> =>
      loadStates(ids.map((id) => streamOf(aggregate, id)))
  })

class LoadedOf extends Request.Class<{ readonly stream: string }, Loaded<unknown>> {}

/**
 * Reads states with their versions, as `versionedReader` does; reads of one tick share a query. For aggregates with short
 * streams whose commands may arrive all at once.
 */
export const coalescedReader = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const loadStates = loadMany(aggregate, yield* EventStore, yield* Sealing)
    const loaded = RequestResolver.make<LoadedOf>((entries) =>
      Effect.gen(function* () {
        const streams = [...new Set(entries.map(({ request }) => request.stream))]
        const states = yield* loadStates(streams)
        const byStream = new Map(streams.map((stream, place) => [stream, states[place]]))
        for (const { request, completeUnsafe } of entries) {
          const found = byStream.get(request.stream)
          completeUnsafe(found === undefined ? Exit.die(new Error(`no ${request.stream}`)) : Exit.succeed(found))
        }
      }),
    )
    return (id: string): Effect.Effect<Loaded<State>> =>
      Effect.request(new LoadedOf({ stream: streamOf(aggregate, id) }), loaded) as Effect.Effect<Loaded<State>>
  })
