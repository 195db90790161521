import { Data, Result, Schema } from "effect"
import { makeEventFamily } from "../store/EventFamily.ts"

/** An aggregate for tests: a balance that is never negative. */
export const Deposited = Schema.TaggedStruct("test.Deposited.v1", { amount: Schema.Int })
export const Withdrawn = Schema.TaggedStruct("test.Withdrawn.v1", { amount: Schema.Int })
const TestBalanceEvent = Schema.Union([Deposited, Withdrawn])
export type TestBalanceEvent = typeof TestBalanceEvent.Type

export type TestBalanceState = { readonly balance: number; readonly count: number }

export const TestBalance = {
  category: "purse",
  events: makeEventFamily(TestBalanceEvent),
  initial: { balance: 0, count: 0 },
  evolve: ({ balance, count }: TestBalanceState, event: TestBalanceEvent): TestBalanceState => ({
    balance: balance + (event._tag === "test.Deposited.v1" ? event.amount : -event.amount),
    count: count + 1,
  }),
}

/** The balance is smaller than the amount to take out. */
export class TooLittle extends Data.TaggedError("TooLittle")<{ readonly balance: number }> {}

/** An amount of 0 has no effect. */
export const deposit = (amount: number) => (_: TestBalanceState) =>
  Result.succeed(amount === 0 ? [] : [Deposited.make({ amount })])

export const withdraw = (amount: number) => (state: TestBalanceState) =>
  state.balance < amount
    ? Result.fail(new TooLittle({ balance: state.balance }))
    : Result.succeed([Withdrawn.make({ amount })])
