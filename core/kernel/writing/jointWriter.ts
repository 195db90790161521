import { Effect, Result } from "effect"
import { load } from "../reading/load.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore, type Receipt } from "../store/EventStore.ts"
import type { StreamConflict } from "../store/refusals.ts"
import type { Aggregate } from "./Aggregate.ts"
import { currentCommand, previousReceipt, refuseUnlessDuplicate } from "./command.ts"
import { factEncoder } from "./factEncoder.ts"
import { emptyReceipt, repeated, retryOnConflict } from "./writer.ts"

/** One of several aggregates that one command changes. */
export type AggregateRef<State, Event extends AnyEvent> = {
  readonly aggregate: Aggregate<State, Event>
  readonly id: string
}

// biome-ignore lint/suspicious/noExplicitAny: any aggregate; each command names its own.
type Parts = Readonly<Record<string, AggregateRef<any, any>>>
type StatesOf<P extends Parts> = {
  readonly [Name in keyof P]: P[Name] extends AggregateRef<infer State, infer _> ? State : never
}
type FactsOf<P extends Parts> = {
  readonly [Name in keyof P]?: P[Name] extends AggregateRef<infer _, infer Event> ? ReadonlyArray<Event> : never
}

/** A pure decision about several aggregates: the new events of each, or a refusal. */
export type DecideJointly<P extends Parts, Refusal> = (states: StatesOf<P>) => Result.Result<FactsOf<P>, Refusal>

export type JointWriteResult<P extends Parts> = {
  /** Empty for a repeated command, of which only the receipt is stored. */
  readonly facts: FactsOf<P>
  readonly receipt: Receipt
}

/**
 * Runs a command that changes several aggregates in one transaction. It decides again if a stream that it writes to has
 * changed. The version of an aggregate without new events is not checked: to protect it, write an event to it. Repeated
 * commands get their first receipt, as in `writer`.
 */
export const jointWriter = Effect.gen(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing

  return Effect.fnUntraced(function* <P extends Parts, Refusal>(
    parts: P,
    decide: DecideJointly<P, Refusal>,
    answerOf?: (facts: FactsOf<P>) => unknown,
  ): Effect.fn.Return<JointWriteResult<P>, Refusal | StreamConflict> {
    const command = yield* currentCommand
    const { hasClientId, ...append } = command
    const names: ReadonlyArray<keyof P & string> = Object.keys(parts)

    const tryWrite = Effect.gen(function* () {
      const first = yield* previousReceipt(store, command)
      if (first !== null) return again<P>(first)
      const loaded = yield* Effect.forEach(names, (name) => loadPart(parts, name, store, sealing), { concurrency: 4 })
      const decided = decide(Object.fromEntries(loaded.map(({ name, state }) => [name, state])) as StatesOf<P>)
      if (Result.isFailure(decided)) {
        return again<P>(yield* refuseUnlessDuplicate(store, command, decided.failure))
      }
      const facts = decided.success
      const answer = answerOf?.(facts)
      const streams = yield* Effect.forEach(loaded, ({ name, stream, version }) =>
        Effect.map(factEncoder(partOf(parts, name).aggregate.events, sealing)(facts[name] ?? []), (events) => ({
          stream,
          expected: version,
          events,
        })),
      )
      const gaining = streams.filter(({ events }) => events.length > 0)
      if (gaining.length === 0 && !hasClientId) return { facts, receipt: emptyReceipt(0, answer) }
      const receipt = yield* store.append({ ...append, answer, streams: gaining })
      if (receipt.repeated && hasClientId) return again<P>(receipt)
      return { facts, receipt: { ...receipt, repeated: false } }
    })
    return yield* retryOnConflict(tryWrite)
  })
})

const again = <P extends Parts>(receipt: Receipt): JointWriteResult<P> => ({
  facts: {},
  receipt: repeated(receipt).receipt,
})

const loadPart = <P extends Parts, Name extends keyof P & string>(
  parts: P,
  name: Name,
  store: (typeof EventStore)["Service"],
  sealing: (typeof Sealing)["Service"],
) => {
  const { aggregate, id } = partOf(parts, name)
  const stream = `${aggregate.category}-${id}`
  return Effect.map(load(aggregate, store, sealing)(stream), (loaded) => ({ name, stream, ...loaded }))
}

const partOf = (parts: Parts, name: string): AggregateRef<unknown, AnyEvent> => {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part is named ${name}`)
  return part
}
