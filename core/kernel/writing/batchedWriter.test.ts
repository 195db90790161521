import { Cause, Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { EventStore } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import { StreamBusy } from "../store/refusals.ts"
import { spiedStore } from "../testing/spiedStore.ts"
import { deposit, TestBalance, withdraw } from "../testing/TestBalance.ts"
import { batchedWriter, MICRO_BATCH_COMMANDS_MAX, WAITING_COMMANDS_MAX } from "./batchedWriter.ts"
import { CurrentMeta } from "./command.ts"

/** A batched writer with appends that wait for `gate`; counts its appends and reads. */
const watched = Effect.gen(function* () {
  const gate = yield* Deferred.make<void>()
  const batches: Array<number> = []
  const reads: Array<number> = []
  const layer = spiedStore((real) => ({
    appendBatch: (stream, expected, commands) =>
      Deferred.await(gate).pipe(
        Effect.tap(() => Effect.sync(() => batches.push(commands.length))),
        Effect.andThen(real.appendBatch(stream, expected, commands)),
      ),
    readStream: (stream, after = 0, limit) =>
      real.readStream(stream, after, limit).pipe(Effect.tap((events) => Effect.sync(() => reads.push(events.length)))),
  }))
  const scope = yield* Scope.make()
  const services = yield* Layer.build(Layer.mergeAll(layer, Sealing.layerMemory)).pipe(Scope.provide(scope))
  const write = yield* batchedWriter(TestBalance).pipe(Scope.provide(scope), Effect.provideContext(services))
  const store = yield* EventStore.pipe(Effect.provideContext(services))
  return { write, store, scope, batches, reads, open: Deferred.succeed(gate, undefined) }
})

const start = <A, E>(count: number, effect: Effect.Effect<A, E>) =>
  Effect.forEach(Array.from({ length: count }), () => Effect.forkChild(effect, { startImmediately: true }))

describe("the batched writer", () => {
  it("sends commands that arrive during an append together, up to the batch size", () =>
    Effect.gen(function* () {
      const { write, batches, open } = yield* watched
      const count = 2 * MICRO_BATCH_COMMANDS_MAX + 11
      const fibers = yield* start(count, write("a", deposit(1)))
      yield* open
      const written = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      expect(batches).toEqual([1, MICRO_BATCH_COMMANDS_MAX, MICRO_BATCH_COMMANDS_MAX, 10])
      expect(written.map(({ state }) => state?.balance)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
      expect(written.map(({ receipt }) => receipt.version)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      )
    }).pipe(Effect.runPromise))

  it("reads a stream once, and then only events that others appended", () =>
    Effect.gen(function* () {
      const { write, store, reads, open } = yield* watched
      yield* open
      for (const amount of [1, 2, 3]) yield* write("a", deposit(amount))
      expect(reads).toEqual([0])
      yield* elsewhere(store, "purse-a", 3)
      expect((yield* write("a", deposit(1))).state).toEqual({ balance: 17, count: 5 })
      expect(reads).toEqual([0, 1])
      yield* Effect.flip(write("a", withdraw(100)))
      expect(reads).toEqual([0, 1, 0])
    }).pipe(Effect.runPromise))

  it("keeps streams apart", () =>
    Effect.gen(function* () {
      const { write, batches, open } = yield* watched
      const fibers = [...(yield* start(3, write("a", deposit(1)))), ...(yield* start(3, write("b", deposit(1))))]
      yield* open
      yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      expect(batches.toSorted()).toEqual([1, 1, 2, 2])
    }).pipe(Effect.runPromise))

  it("executes a command once if it waits twice", () =>
    Effect.gen(function* () {
      const { write, batches, open } = yield* watched
      const command = Effect.provideService(write("a", deposit(1)), CurrentMeta, {
        actor: "guest",
        commandId: uuidv7(0),
        correlationId: null,
        causationId: null,
      })
      const fibers = [...(yield* start(1, write("a", deposit(1)))), ...(yield* start(3, command))]
      yield* open
      const written = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      expect(batches).toEqual([1, 1])
      expect(written.map(({ receipt }) => receipt.version)).toEqual([1, 2, 2, 2])
    }).pipe(Effect.runPromise))

  it("refuses a command when the queue is full", () =>
    Effect.gen(function* () {
      const { write, open } = yield* watched
      const fibers = yield* start(WAITING_COMMANDS_MAX + 1, write("a", deposit(1)))
      expect(yield* Effect.flip(write("a", deposit(1)))).toEqual(
        new StreamBusy({ stream: "purse-a", waiting: WAITING_COMMANDS_MAX }),
      )
      yield* write("b", deposit(0))
      yield* open
      yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      expect((yield* write("a", deposit(0))).state?.balance).toBe(WAITING_COMMANDS_MAX + 1)
    }).pipe(Effect.runPromise))

  it("fails waiting commands when it ends", () =>
    Effect.gen(function* () {
      const { write, scope } = yield* watched
      const fibers = yield* start(40, Effect.exit(write("a", deposit(1))))
      yield* Scope.close(scope, Exit.void)
      for (const fiber of fibers) {
        const exit = yield* Fiber.join(fiber)
        expect(Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)).toBe(true)
      }
    }).pipe(Effect.runPromise))
})

const elsewhere = (store: (typeof EventStore)["Service"], stream: string, expected: number) =>
  store.append({
    commandId: uuidv7(1),
    correlationId: uuidv7(1),
    causationId: uuidv7(1),
    actor: "system",
    streams: [{ stream, expected, events: [{ eventId: uuidv7(1), type: "test.Deposited.v1", data: { amount: 10 } }] }],
  })
