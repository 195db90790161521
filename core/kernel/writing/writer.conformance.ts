import { Cause, Context, Effect, Exit, Layer, ManagedRuntime, Result, type Scope } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { ANY_VERSION, APPEND_EVENTS_MAX, EventStore } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import type { StreamBusy, StreamConflict } from "../store/refusals.ts"
import type { StoreUnderTest } from "../testing/conformance/StoreKit.ts"
import {
  Deposited,
  deposit,
  type TestBalanceEvent,
  type TestBalanceState,
  TooLittle,
  withdraw,
} from "../testing/TestBalance.ts"
import type { AnswerOf, Decide, WriteResult } from "./Aggregate.ts"
import { CurrentMeta, type Meta } from "./command.ts"

/** A way to write purses. */
export type Write = <Refusal>(
  id: string,
  decide: Decide<TestBalanceState, TestBalanceEvent, Refusal>,
  answerOf?: AnswerOf<TestBalanceState, TestBalanceEvent>,
) => Effect.Effect<WriteResult<TestBalanceState, TestBalanceEvent>, Refusal | StreamConflict | StreamBusy>

class Writing extends Context.Service<Writing, Write>()("core/kernel/test/Writing") {}

/** The contract of every way to write an aggregate, on every store; run once per pair. */
export const writerConformance = (
  name: string,
  makeWrite: Effect.Effect<Write, never, EventStore | Sealing | Scope.Scope>,
  open: () => Promise<StoreUnderTest>,
): void => {
  describe(name, () => {
    let under: StoreUnderTest
    let runtime: ManagedRuntime.ManagedRuntime<EventStore | Writing, never>
    let store: (typeof EventStore)["Service"]
    let write: Write

    beforeAll(async () => {
      under = await open()
      const writing = Layer.effect(Writing, makeWrite).pipe(Layer.provide(Sealing.layerMemory))
      runtime = ManagedRuntime.make(writing.pipe(Layer.provideMerge(under.layer)))
      store = await runtime.runPromise(EventStore)
      write = await runtime.runPromise(Writing)
    })

    afterAll(async () => {
      await runtime.dispose()
      await under.close()
    })

    const as = (meta: Partial<Meta>) => Effect.provideService(CurrentMeta, { ...ANYBODY, ...meta })
    const run = <A, E>(effect: Effect.Effect<A, E>, meta: Partial<Meta> = {}) =>
      runtime.runPromise(effect.pipe(as(meta)))
    const exitOf = <A, E>(effect: Effect.Effect<A, E>, meta: Partial<Meta> = {}) =>
      runtime.runPromiseExit(effect.pipe(as(meta)))
    const history = (id: string) => run(store.readStream(`purse-${id}`))

    it("decides on past events and appends the new ones", async () => {
      const id = newId()
      const first = await run(write(id, deposit(70)))
      expect(first).toMatchObject({ state: { balance: 70, count: 1 }, receipt: { version: 1, repeated: false } })
      const second = await run(write(id, withdraw(30)))
      expect(second.state).toEqual({ balance: 40, count: 2 })
      expect(second.events).toMatchObject([{ _tag: "test.Withdrawn.v1", amount: 30 }])
      expect((await history(id)).map(({ type, data }) => [type, data])).toEqual([
        ["test.Deposited.v1", { amount: 70 }],
        ["test.Withdrawn.v1", { amount: 30 }],
      ])
    })

    it("appends nothing if the command is refused", async () => {
      const id = newId()
      await run(write(id, deposit(5)))
      expect(await run(Effect.flip(write(id, withdraw(6))))).toEqual(new TooLittle({ balance: 5 }))
      expect(await history(id)).toHaveLength(1)
    })

    it("appends nothing if nothing changes", async () => {
      const id = newId()
      await run(write(id, deposit(5)))
      const written = await run(write(id, deposit(0)))
      expect(written).toMatchObject({ state: { balance: 5 }, events: [], receipt: { position: 0, version: 1 } })
      expect(await history(id)).toHaveLength(1)
    })

    it("sees events that others appended, also before it refuses", async () => {
      const id = newId()
      await run(write(id, deposit(5)))
      expect(await exitOf(write(id, withdraw(6)))).toMatchObject({ _tag: "Failure" })
      await elsewhere(store, id, 10).pipe(run)
      expect(await run(write(id, withdraw(6)))).toMatchObject({ state: { balance: 9 } })
      await elsewhere(store, id, 10).pipe(run)
      await run(write(id, withdraw(19)))
      await elsewhere(store, id, 1).pipe(run)
      expect(await run(write(id, withdraw(1)))).toMatchObject({ state: { balance: 0 }, receipt: { version: 7 } })
    })

    it("writes the actor and the cause into the events", async () => {
      const id = newId()
      const meta = { actor: "user:QU1", correlationId: newId(), causationId: newId() }
      await run(write(id, deposit(1)), { ...meta, commandId: newId() })
      await run(write(id, deposit(1)), { actor: "guest" })
      const [given, alone] = await history(id)
      expect(given).toMatchObject(meta)
      expect(alone?.correlationId).toBe(alone?.causationId)
      expect(alone?.actor).toBe("guest")
    })

    describe("a repeated command", () => {
      it("gets its first receipt, whatever would be decided now", async () => {
        const id = newId()
        const meta = { commandId: newId() }
        await run(write(id, deposit(10)))
        const first = await run(
          write(id, withdraw(10), ({ balance }, facts) => ({ balance, facts: facts.length })),
          meta,
        )
        expect(first.receipt).toMatchObject({ repeated: false, answer: { balance: 0, facts: 1 } })
        const repeat = await run(
          write(id, withdraw(10), () => "another"),
          meta,
        )
        expect(repeat).toEqual({ state: null, events: [], receipt: { ...first.receipt, repeated: true } })
        await run(write(id, deposit(100)))
        expect((await run(write(id, withdraw(10)), meta)).receipt).toEqual({ ...first.receipt, repeated: true })
        expect(await history(id)).toHaveLength(3)
      })

      it("gets the same receipt if it had no effect", async () => {
        const id = newId()
        const meta = { commandId: newId() }
        const first = await run(
          write(id, deposit(0), ({ balance }) => ({ balance })),
          meta,
        )
        expect(first.receipt).toMatchObject({ position: 0, repeated: false, answer: { balance: 0 } })
        await run(write(id, deposit(7)))
        const repeat = await run(
          write(id, deposit(9), () => "another"),
          meta,
        )
        expect(repeat.receipt).toMatchObject({ position: 0, repeated: true, answer: { balance: 0 } })
        expect(await history(id)).toHaveLength(1)
      })

      it("is decided again if it was refused", async () => {
        const id = newId()
        const meta = { commandId: newId() }
        expect(Exit.isFailure(await exitOf(write(id, withdraw(1)), meta))).toBe(true)
        await run(write(id, deposit(1)))
        expect(await run(write(id, withdraw(1)), meta)).toMatchObject({ state: { balance: 0 } })
      })

      it("is executed once if it is sent many times concurrently", async () => {
        const id = newId()
        const meta = { commandId: newId() }
        await run(write(id, deposit(10)))
        const twins = Array.from({ length: 12 }, () => write(id, withdraw(10)))
        const written = await run(Effect.all(twins, { concurrency: "unbounded" }), meta)
        expect(new Set(written.map(({ receipt }) => receipt.position)).size).toBe(1)
        expect(await history(id)).toHaveLength(2)
      })

      it("does not affect commands that arrive with it", async () => {
        const id = newId()
        const meta = { commandId: newId() }
        await run(write(id, deposit(10)), meta)
        const others = [withdraw(4), withdraw(4), deposit(0), withdraw(4)].map((decide) =>
          Effect.exit(write(id, decide)),
        )
        const again = Effect.exit(write(id, deposit(10))).pipe(as(meta))
        const exits = await run(Effect.all([again, ...others], { concurrency: "unbounded" }))
        expect(exits.filter(Exit.isFailure)).toHaveLength(1)
        expect((await run(write(id, deposit(0)))).state).toEqual({ balance: 2, count: 3 })
      })
    })

    describe("concurrent commands", () => {
      it("never take out more than the balance", async () => {
        const id = newId()
        await run(write(id, deposit(50)))
        const rivals = Array.from({ length: 12 }, () => Effect.exit(write(id, withdraw(10))))
        const exits = await run(Effect.all(rivals, { concurrency: 4 }))
        expect(exits.filter(Exit.isSuccess)).toHaveLength(5)
        expect((await run(write(id, deposit(0)))).state).toEqual({ balance: 0, count: 6 })
      })

      it("execute once each and never make the balance negative, in any order", async () => {
        const command = fc.record({
          key: fc.integer({ min: 0, max: 5 }),
          amount: fc.integer({ min: -30, max: 40 }),
          purse: fc.integer({ min: 0, max: 1 }),
        })
        await fc.assert(
          fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
            const ids = [newId(), newId()]
            const keys = Array.from({ length: 6 }, newId)
            const attempts = commands.map(({ key, amount, purse }) =>
              Effect.exit(write(ids[purse] ?? "", amount < 0 ? withdraw(-amount) : deposit(amount))).pipe(
                // Commands with even keys may be repeated, with odd ones never.
                as({ commandId: key % 2 === 0 ? (keys[key] ?? null) : null }),
              ),
            )
            const exits = await run(Effect.all(attempts, { concurrency: 4 }))
            const receipts = exits.filter(Exit.isSuccess).map(({ value }) => value.receipt)
            const stored = (await Promise.all(ids.map(history))).flat()
            const appended = new Set(receipts.map(({ position }) => position).filter((position) => position > 0))
            expect(stored.map(({ position }) => position).toSorted()).toEqual([...appended].toSorted())
            for (const id of ids) {
              const balances: Array<number> = []
              for (const { type, data } of await history(id)) {
                const { amount } = data as { readonly amount: number }
                balances.push((balances.at(-1) ?? 0) + (type === "test.Deposited.v1" ? amount : -amount))
              }
              expect(Math.min(0, ...balances)).toBe(0)
            }
          }),
          { numRuns: 25 },
        )
      })
    })

    describe("a defect", () => {
      const broken = () => {
        throw new Error("a broken decision")
      }

      it("in a decision does not affect other commands", async () => {
        const id = newId()
        const all = [deposit(1), broken, deposit(2)].map((decide) => Effect.exit(write(id, decide)))
        const [one, two, three] = await run(Effect.all(all, { concurrency: "unbounded" }))
        expect([one, three].map((exit) => exit && Exit.isSuccess(exit))).toEqual([true, true])
        expect(two && Exit.isFailure(two) && Cause.pretty(two.cause)).toMatch(/a broken decision/)
        expect((await run(write(id, deposit(0)))).state?.balance).toBe(3)
      })

      it("from too many or invalid events does not affect other commands", async () => {
        const id = newId()
        const many = () =>
          Result.succeed(Array.from({ length: APPEND_EVENTS_MAX + 1 }, () => Deposited.make({ amount: 1 })))
        const wrong = () => Result.succeed([{ _tag: "test.Deposited.v1", amount: 0.5 } as const])
        const all = [deposit(1), many, wrong, deposit(2)].map((decide) => Effect.exit(write(id, decide)))
        const exits = await run(Effect.all(all, { concurrency: "unbounded" }))
        expect(exits.map(Exit.isSuccess)).toEqual([true, false, false, true])
        expect((await run(write(id, deposit(0)))).state?.count).toBe(2)
      })
    })

    it("executes large commands concurrently although no append could hold them together", async () => {
      const id = newId()
      const many = (count: number) => () =>
        Result.succeed(Array.from({ length: count }, () => Deposited.make({ amount: 1 })))
      const all = [700, 200, 700, 1_000].map((count) => write(id, many(count)))
      await run(Effect.all(all, { concurrency: "unbounded" }))
      expect((await run(write(id, deposit(0)))).state).toEqual({ balance: 2_600, count: 2_600 })
    })
  })
}

const ANYBODY: Meta = { actor: "system", commandId: null, correlationId: null, causationId: null }

const newId = () => uuidv7(Date.now())

/** A deposit that bypasses the writer under test. */
const elsewhere = (store: (typeof EventStore)["Service"], id: string, amount: number) =>
  store.append({
    commandId: newId(),
    correlationId: newId(),
    causationId: newId(),
    actor: "system",
    streams: [
      {
        stream: `purse-${id}`,
        expected: ANY_VERSION,
        events: [{ eventId: newId(), type: "test.Deposited.v1", data: { amount } }],
      },
    ],
  })
