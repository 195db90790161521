import { Data, Result, Schema } from "effect"
import { makeEventFamily } from "../store/EventFamily.ts"

/** An aggregate for tests: money goes in and out, and there is never less than none. */
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

/** There is less in the purse than is to be taken out. */
export class TooLittle extends Data.TaggedError("TooLittle")<{ readonly balance: number }> {}

/** Nothing happens where the amount is 0. */
export const deposit = (amount: number) => (_: TestBalanceState) =>
  Result.succeed(amount === 0 ? [] : [Deposited.make({ amount })])

export const withdraw = (amount: number) => (state: TestBalanceState) =>
  state.balance < amount
    ? Result.fail(new TooLittle({ balance: state.balance }))
    : Result.succeed([Withdrawn.make({ amount })])
