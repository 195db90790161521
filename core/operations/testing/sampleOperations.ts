import { Effect } from "effect"
import { dieOnConflict, type EventStore, reader, type Sealing, writer } from "#core/kernel"
import { deposit, TestBalance, withdraw } from "../../kernel/testing/TestBalance.ts"
import { type AnyOperation, makeOperation } from "../Operation.ts"

const TEXT = { kind: "text", lengthMax: 60 } as const

/** What a plan says about a purse: another number of changes is another plan. */
const planOf = Effect.fnUntraced(function* (balance: string, personId: string) {
  const read = yield* reader(TestBalance)
  const { count } = yield* read(balance)
  return { steps: [{ key: "step.sample", values: { purse: balance, count: String(count) } }], personIds: [personId] }
})

/** Takes 1 out of a purse that may be empty: needs two operators. */
export const sampleRelease = makeOperation({
  name: "sample.release",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { purse: TEXT, person: TEXT },
  plan: ({ purse, person }) => planOf(purse, person),
  execute: ({ purse }) => Effect.flatMap(writer(TestBalance), (write) => dieOnConflict(write(purse, withdraw(1)))),
})

/** Adds 1: one operator is enough. */
export const sampleStop = makeOperation({
  name: "sample.stop",
  permission: "withdrawals.stop",
  approvals: 1,
  parameters: { purse: TEXT, person: TEXT },
  plan: ({ purse, person }) => planOf(purse, person),
  execute: ({ purse }) => Effect.flatMap(writer(TestBalance), (write) => dieOnConflict(write(purse, deposit(1)))),
})

export const sampleOperations: ReadonlyArray<AnyOperation<EventStore | Sealing>> = [sampleRelease, sampleStop]
