import { Effect, Result, Schedule } from "effect"
import { keepSnapshot, type Loaded, load } from "../reading/load.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { type Append, EventStore, type Receipt } from "../store/EventStore.ts"
import { StreamConflict } from "../store/refusals.ts"
import { type Aggregate, type AnswerOf, type Decide, streamOf, type WriteResult } from "./Aggregate.ts"
import { type Command, currentCommand, refuseUnlessDuplicate } from "./command.ts"
import { factEncoder } from "./factEncoder.ts"
import { retryWhile } from "./retryWhile.ts"

/** Maximum number of retries after a conflict with another writer. */
export const CONFLICT_RETRIES_MAX = 8

export type WriterOptions = {
  /**
   * Most commands begin a stream, such as the first like of a person for a post: the first try does not read it, and a
   * conflict shows that it exists.
   */
  readonly isMostlyNew?: boolean
}

/**
 * The write path of an aggregate: load, decide, append; after a conflict, decide again on the newer state. A command id
 * that was executed before gets its first receipt, whatever would be decided now.
 */
export const writer = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  { isMostlyNew = false }: WriterOptions = {},
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const loadState = load(aggregate, store, sealing)
    const encode = factEncoder(aggregate.events, sealing)
    const keep = keepSnapshot(aggregate, store)

    // Every write goes through here, so it is made of few effects: each one costs microseconds.
    const commit = (
      stream: string,
      before: Loaded<State>,
      facts: ReadonlyArray<Event>,
      answerOf: AnswerOf<State, Event> | undefined,
      { hasClientId, ...command }: Command,
    ): Effect.Effect<WriteResult<State, Event>, StreamConflict> => {
      const after = facts.reduce(aggregate.evolve, before.state)
      const answer = answerOf?.(after, facts)
      const unchanged = () => written(before.state, facts, emptyReceipt(before.version, answer))
      if (facts.length === 0 && !hasClientId) return Effect.succeed(unchanged())
      const append = (streams: Append["streams"]) =>
        Effect.flatMap(
          store.append({ ...command, answer, streams }),
          (receipt): Effect.Effect<WriteResult<State, Event>> => {
            // No one else knows an id that was generated here, so a repeat of it is our own append with a lost response.
            if (receipt.repeated && hasClientId) return Effect.succeed(repeated(receipt))
            if (facts.length === 0) return Effect.succeed(unchanged())
            const result = written(after, facts, { ...receipt, repeated: false })
            if (aggregate.snapshot === undefined) return Effect.succeed(result)
            return Effect.as(keep(stream, before.version, { state: after, version: receipt.version }), result)
          },
        )
      return facts.length === 0
        ? append([])
        : Effect.flatMap(encode(facts), (events) => append([{ stream, expected: before.version, events }]))
    }

    const tryWrite = Effect.fnUntraced(function* <Refusal>(
      stream: string,
      decide: Decide<State, Event, Refusal>,
      answerOf: AnswerOf<State, Event> | undefined,
      command: Command,
    ): Effect.fn.Return<WriteResult<State, Event>, Refusal | StreamConflict> {
      const [before, first] = command.hasClientId
        ? yield* Effect.all([loadState(stream), store.receipt(command.commandId)], { concurrency: 2 })
        : [yield* loadState(stream), null]
      if (first !== null) return repeated(first)
      const decided = decide(before.state)
      if (Result.isFailure(decided)) {
        return repeated(yield* refuseUnlessDuplicate(store, command, decided.failure))
      }
      return yield* commit(stream, before, decided.success, answerOf, command)
    })

    /** Executes one command on the aggregate with this id. `answerOf` returns the answer stored with its receipt. */
    return <Refusal>(
      id: string,
      decide: Decide<State, Event, Refusal>,
      answerOf?: AnswerOf<State, Event>,
    ): Effect.Effect<WriteResult<State, Event>, Refusal | StreamConflict> =>
      Effect.flatMap(currentCommand, (command) => {
        const stream = streamOf(aggregate, id)
        const write = () => retryOnConflict(tryWrite(stream, decide, answerOf, command))
        if (!isMostlyNew || command.hasClientId) return write()
        // Only facts are trusted: a refusal or "no change" may come from the assumption.
        const decided = decide(aggregate.initial)
        if (Result.isFailure(decided) || decided.success.length === 0) return write()
        const isNew = { state: aggregate.initial, version: 0 }
        return Effect.catch(commit(stream, isNew, decided.success, answerOf, command), write)
      })
  })

/** Retries with backoff: after a conflict, decides again on the newer state. */
export const retryOnConflict = <A, E, R>(
  effect: Effect.Effect<A, E | StreamConflict, R>,
): Effect.Effect<A, E | StreamConflict, R> =>
  retryWhile(effect, (error) => error instanceof StreamConflict, { times: CONFLICT_RETRIES_MAX, schedule: PAUSES })

const PAUSES = Schedule.exponential("2 millis").pipe(Schedule.jittered)

/** The response to a repeated command. */
export const repeated = (receipt: Receipt) => ({ state: null, events: [], receipt })

/** The receipt of a command without effect. */
export const emptyReceipt = (version: number, answer?: unknown): Receipt => ({
  position: 0,
  version,
  repeated: false,
  answer: answer ?? null,
})

const written = <State, Event>(state: State, events: ReadonlyArray<Event>, receipt: Receipt) => ({
  state,
  events,
  receipt,
})
