import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { Flags } from "./Flags.ts"

it("a feature is on while the store of the rules is away at a start, and follows its rule once it is back", async () => {
  let isAway = true
  const away = Effect.die(new Error("the store is away"))
  const sometimes = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) =>
      EventStore.of({
        ...store,
        readStream: (...asked) => Effect.suspend(() => (isAway ? away : store.readStream(...asked))),
        versions: (...asked) => Effect.suspend(() => (isAway ? away : store.versions(...asked))),
      }),
    ),
  ).pipe(Layer.provide(MemoryEventStore))
  const shown = Effect.gen(function* () {
    const flags = yield* Flags
    const before = yield* flags.isOn("comments", null)
    isAway = false
    yield* Effect.orDie(flags.set({ flag: "comments", rule: { kind: "off" }, reason: "Spam" }, "operator:ola"))
    const rules = yield* flags.rules
    return [before, rules.has("comments"), yield* flags.isOn("comments", null)]
  })
  const layer = Flags.layerOf("0.7.2").pipe(Layer.provide(Layer.merge(sometimes, Sealing.layerMemory)))
  const silent = Logger.layer([])
  expect(await Effect.runPromise(shown.pipe(Effect.provide(Layer.merge(layer, silent))))).toEqual([true, true, false])
})
