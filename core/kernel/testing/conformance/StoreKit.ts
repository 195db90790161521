import { Effect, Exit, type Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll } from "vitest"
import { type Append, EventStore, type NewEvent } from "../../store/EventStore.ts"
import { uuidv7 } from "../../store/Ids.ts"

/** A store and the function that closes it. */
export type StoreUnderTest = { readonly layer: Layer.Layer<EventStore>; readonly close: () => Promise<void> }

/** Shared by the tests of one layer; the store is available when the tests run. */
export type StoreKit = {
  readonly store: (typeof EventStore)["Service"]
  readonly runtime: ManagedRuntime.ManagedRuntime<EventStore, never>
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  /** The typed failure. */
  readonly refusal: <A, E>(effect: Effect.Effect<A, E>) => Promise<E>
  /** The message of a defect. */
  readonly defect: <A, E>(effect: Effect.Effect<A, E>) => Promise<string>
}

/** Opens a store before the tests of the current block and closes it after them. */
export const makeKit = (open: () => Promise<StoreUnderTest>): StoreKit => {
  let under: StoreUnderTest
  let runtime: ManagedRuntime.ManagedRuntime<EventStore, never>
  let store: (typeof EventStore)["Service"]

  beforeAll(async () => {
    under = await open()
    runtime = ManagedRuntime.make(under.layer)
    store = await runtime.runPromise(EventStore)
  })

  afterAll(async () => {
    await runtime.dispose()
    await under.close()
  })

  return {
    get store() {
      return store
    },
    get runtime() {
      return runtime
    },
    run: (effect) => runtime.runPromise(effect),
    refusal: (effect) => runtime.runPromise(Effect.flip(effect)),
    defect: async (effect) => {
      const exit = await runtime.runPromiseExit(effect)
      return Exit.isFailure(exit) ? String(exit.cause) : "no defect"
    },
  }
}

export const newId = () => uuidv7(Date.now())
export const newStream = () => `test-${newId()}`
export const happenedEvent = (): NewEvent => ({ eventId: newId(), type: "test.Happened.v1", data: { at: 1 } })
export const range = (count: number) => Array.from({ length: count }, (_, index) => index)
export const events = (count: number) => range(count).map(happenedEvent)
export const ascending = (one: number, other: number) => one - other

export const append = (streams: Append["streams"]): Append => ({
  commandId: newId(),
  correlationId: newId(),
  causationId: newId(),
  actor: "system",
  streams,
})
