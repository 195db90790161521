import { Effect, Result, Schedule } from "effect"
import { keepSnapshot, type Loaded, load } from "../reading/load.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore, type Receipt } from "../store/EventStore.ts"
import { StreamConflict } from "../store/refusals.ts"
import { type Aggregate, type AnswerOf, type Decide, streamOf, type WriteResult } from "./Aggregate.ts"
import { type Command, currentCommand, refuseUnlessDuplicate } from "./command.ts"
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
    const keep = keepSnapshot(aggregate, store)

    const tryWrite = Effect.fnUntraced(function* <Refusal>(
      id: string,
      decide: Decide<State, Event, Refusal>,
      answerOf: AnswerOf<State, Event> | undefined,
      command: Command,
      assumed?: Loaded<State>,
    ): Effect.fn.Return<WriteResult<State, Event>, Refusal | StreamConflict> {
      const stream = streamOf(aggregate, id)
      const { hasClientId, ...append } = command
      const [before, first] = hasClientId
        ? yield* Effect.all([loadState(stream), store.receipt(command.commandId)], { concurrency: 2 })
        : [assumed ?? (yield* loadState(stream)), null]
      if (first !== null) return repeated(first)
      const decided = decide(before.state)
      if (Result.isFailure(decided)) {
        return repeated(yield* refuseUnlessDuplicate(store, command, decided.failure))
      }
      const facts = decided.success
      const after = facts.reduce(aggregate.evolve, before.state)
      const answer = answerOf?.(after, facts)
      if (facts.length === 0 && !hasClientId) return written(before.state, facts, emptyReceipt(before.version, answer))
      const events = yield* Effect.forEach(facts, aggregate.events.encode).pipe(Effect.provideService(Sealing, sealing))
      const streams = events.length === 0 ? [] : [{ stream, expected: before.version, events }]
      const receipt = yield* store.append({ ...append, answer, streams })
      // No one else knows an id that was generated here, so a repeat of it is our own append with a lost response.
      if (receipt.repeated && hasClientId) return repeated(receipt)
      if (facts.length === 0) return written(before.state, facts, emptyReceipt(before.version, answer))
      yield* keep(stream, before.version, { state: after, version: receipt.version })
      return written(after, facts, { ...receipt, repeated: false })
    })

    /** Executes one command on the aggregate with this id. `answerOf` returns the answer stored with its receipt. */
    return Effect.fnUntraced(function* <Refusal>(
      id: string,
      decide: Decide<State, Event, Refusal>,
      answerOf?: AnswerOf<State, Event>,
    ): Effect.fn.Return<WriteResult<State, Event>, Refusal | StreamConflict> {
      const command = yield* currentCommand
      const write = retryOnConflict(tryWrite(id, decide, answerOf, command))
      if (!isMostlyNew || command.hasClientId) return yield* write
      // Only facts are trusted: a refusal or "no change" may come from the assumption.
      const decided = decide(aggregate.initial)
      if (Result.isFailure(decided) || decided.success.length === 0) return yield* write
      const isNew = { state: aggregate.initial, version: 0 }
      return yield* tryWrite(id, decide, answerOf, command, isNew).pipe(
        Effect.catchIf(
          (error) => error instanceof StreamConflict,
          () => write,
        ),
      )
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
