import { Effect, Layer } from "effect"
import { EventStore } from "../store/EventStore.ts"
import { MemoryEventStore } from "../store/MemoryEventStore.ts"

type Store = (typeof EventStore)["Service"]

/** The in-memory store with some methods replaced by `replace`, which gets the original ones. */
export const spiedStore = (replace: (real: Store) => Partial<Store>): Layer.Layer<EventStore> =>
  Layer.effect(
    EventStore,
    Effect.map(EventStore, (real) => EventStore.of({ ...real, ...replace(real) })),
  ).pipe(Layer.provide(MemoryEventStore))
