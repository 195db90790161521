import { Effect, Result } from "effect"
import { load } from "../reading/load.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore, type Receipt } from "../store/EventStore.ts"
import type { StreamConflict } from "../store/refusals.ts"
import type { Aggregate } from "./Aggregate.ts"
import { currentCommand, previousReceipt, refuseUnlessDuplicate } from "./command.ts"
import { emptyReceipt, repeated, retryOnConflict } from "./writer.ts"

/** One of the aggregates that a command changes together. */
export type AggregateRef<State, Event extends AnyEvent> = {
  readonly aggregate: Aggregate<State, Event>
  readonly id: string
}

// biome-ignore lint/suspicious/noExplicitAny: a part of any aggregate; each command names its own.
type Parts = Readonly<Record<string, AggregateRef<any, any>>>
type StatesOf<P extends Parts> = {
  readonly [Name in keyof P]: P[Name] extends AggregateRef<infer State, infer _> ? State : never
}
type FactsOf<P extends Parts> = {
  readonly [Name in keyof P]?: P[Name] extends AggregateRef<infer _, infer Event> ? ReadonlyArray<Event> : never
}

/** A pure decision about several aggregates: the facts that each of them gains, or the refusal. */
export type DecideJointly<P extends Parts, Refusal> = (states: StatesOf<P>) => Result.Result<FactsOf<P>, Refusal>

export type JointWriteResult<P extends Parts> = {
  /** Empty where the command was a repeat: its first receipt is all there is. */
  readonly facts: FactsOf<P>
  readonly receipt: Receipt
}

/**
 * The write path of a command that changes several aggregates: all of them gain their facts, or none does. It is decided
 * again when one of the streams that gain something moved on. A part that gains nothing is not guarded: what must stay
 * as it was read has to be written. Repeats are answered as `writer` answers them.
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
        Effect.map(encode(parts, name, facts[name] ?? [], sealing), (events) => ({
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

const encode = <P extends Parts>(
  parts: P,
  name: keyof P & string,
  facts: ReadonlyArray<AnyEvent>,
  sealing: (typeof Sealing)["Service"],
) => {
  const { events } = partOf(parts, name).aggregate
  return Effect.forEach(facts, (fact) => events.encode(fact)).pipe(Effect.provideService(Sealing, sealing))
}

const partOf = (parts: Parts, name: string): AggregateRef<unknown, AnyEvent> => {
  const part = parts[name]
  if (part === undefined) throw new Error(`no part is named ${name}`)
  return part
}
