import { Context, Effect, Layer, ManagedRuntime, Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { EventStore } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import type { StoreUnderTest } from "../testing/conformance/StoreKit.ts"
import {
  Deposited,
  TestBalance,
  type TestBalanceEvent,
  type TestBalanceState,
  TooLittle,
  Withdrawn,
} from "../testing/TestBalance.ts"
import { CurrentMeta } from "./command.ts"
import { type AggregateRef, type DecideJointly, jointWriter } from "./jointWriter.ts"

type Purses = {
  readonly from: AggregateRef<TestBalanceState, TestBalanceEvent>
  readonly to: AggregateRef<TestBalanceState, TestBalanceEvent>
}

class Joint extends Context.Service<Joint, Effect.Success<typeof jointWriter>>()("core/kernel/test/Joint") {}

/** The contract of writing several aggregates together, on every store. */
export const jointWriterConformance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(name, () => {
    let under: StoreUnderTest
    let runtime: ManagedRuntime.ManagedRuntime<EventStore | Joint, never>

    beforeAll(async () => {
      under = await open()
      const joint = Layer.effect(Joint, jointWriter).pipe(Layer.provide(Sealing.layerMemory))
      runtime = ManagedRuntime.make(joint.pipe(Layer.provideMerge(under.layer)))
    })

    afterAll(async () => {
      await runtime.dispose()
      await under.close()
    })

    const transfer = (from: string, to: string, amount: number, commandId: string | null = null) =>
      Joint.use((write) =>
        write(
          { from: { aggregate: TestBalance, id: from }, to: { aggregate: TestBalance, id: to } },
          move(amount, from),
          () => ({
            amount,
          }),
        ),
      ).pipe(Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }))
    const run = <A, E>(effect: Effect.Effect<A, E, EventStore | Joint>) => runtime.runPromise(effect)
    const balance = async (id: string) => {
      const events = await run(EventStore.use((store) => store.readStream(`purse-${id}`, 0, 1_000)))
      return events.reduce((sum, { type, data }) => {
        const { amount } = data as { readonly amount: number }
        return sum + (type === "test.Deposited.v1" ? amount : -amount)
      }, 0)
    }

    it("appends events to all aggregates in one command", async () => {
      const [a, b] = [newId(), newId()]
      await run(transfer(OUTSIDE, a, 70))
      const { receipt, facts } = await run(transfer(a, b, 30))
      expect(facts).toEqual({ from: [Withdrawn.make({ amount: 30 })], to: [Deposited.make({ amount: 30 })] })
      expect([await balance(a), await balance(b)]).toEqual([40, 30])
      const [event] = await run(EventStore.use((store) => store.readStream(`purse-${b}`)))
      expect(event?.position).toBe(receipt.position)
    })

    it("appends nothing if the command is refused", async () => {
      const [a, b] = [newId(), newId()]
      await run(transfer(OUTSIDE, a, 5))
      expect(await run(Effect.flip(transfer(a, b, 6)))).toEqual(new TooLittle({ balance: 5 }))
      expect([await balance(a), await balance(b)]).toEqual([5, 0])
    })

    it("answers a repeat with the first receipt, even if it would be refused now", async () => {
      const [a, b, id] = [newId(), newId(), uuidv7(Date.now())]
      await run(transfer(OUTSIDE, a, 5))
      const { receipt } = await run(transfer(a, b, 5, id))
      const repeat = await run(transfer(a, b, 5, id))
      expect(repeat).toEqual({ facts: {}, receipt: { ...receipt, repeated: true } })
      expect(repeat.receipt.answer).toEqual({ amount: 5 })
      expect(await balance(b)).toBe(5)
    })

    it("neither loses nor creates money when many commands change the same aggregates concurrently", async () => {
      const purses = Array.from({ length: 4 }, newId)
      for (const id of purses) await run(transfer(OUTSIDE, id, 10))
      const moves = Array.from({ length: 60 }, (_, n) => {
        const from = purses[n % 4] ?? ""
        const to = purses[(n + 1 + (n % 3)) % 4] ?? ""
        return Effect.exit(transfer(from, to, (n % 7) + 1))
      })
      await run(Effect.all(moves, { concurrency: 6 }))
      const balances = await Promise.all(purses.map(balance))
      expect(balances.reduce((sum, each) => sum + each, 0)).toBe(40)
      expect(Math.min(...balances)).toBeGreaterThanOrEqual(0)
    })
  })
}

/** A purse without a minimum. */
const OUTSIDE = "outside"
const newId = () => uuidv7(Date.now())

const move =
  (amount: number, giver: string): DecideJointly<Purses, TooLittle> =>
  ({ from: { balance } }) =>
    giver !== OUTSIDE && amount > balance
      ? Result.fail(new TooLittle({ balance }))
      : Result.succeed({ from: [Withdrawn.make({ amount })], to: [Deposited.make({ amount })] })
