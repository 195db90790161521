import { type Deferred, Effect, Exit } from "effect"
import type { Loaded } from "../reading/load.ts"
import type { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, type NewEvent } from "../store/EventStore.ts"
import { bytesOf } from "../store/prepareAppend.ts"
import type { Aggregate, AnswerOf, Decide, WriteResult } from "./Aggregate.ts"
import type { Command } from "./command.ts"
import { factEncoder } from "./factEncoder.ts"
import { emptyReceipt } from "./writer.ts"

/** A command queued for a hot stream. */
export type Pending<State, Event> = {
  readonly command: Command
  readonly decide: Decide<State, Event, unknown>
  readonly answerOf: AnswerOf<State, Event> | undefined
  readonly done: Deferred.Deferred<WriteResult<State, Event>, unknown>
}

/** A command of a batch with events to append, and the state after them. */
export type Writing<State, Event> = {
  readonly pending: Pending<State, Event>
  readonly facts: ReadonlyArray<Event>
  readonly events: ReadonlyArray<NewEvent>
  /** Bytes of the events' JSON. */
  readonly bytes: number
  readonly state: State
  readonly answer: unknown
}

/** A command of a batch that appends nothing: it was refused, has no effect, or failed with a defect. */
export type Idle<State, Event> = {
  readonly pending: Pending<State, Event>
  readonly outcome: Exit.Exit<WriteResult<State, Event>, unknown>
}

/**
 * Decides commands in sequence, each on the state after the previous one. A command that is refused or fails (a defect
 * in its decision or its events) does not affect the others. Stops early at the size limit of one append: the remaining
 * commands are in neither list.
 */
export const decideBatch = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  sealing: (typeof Sealing)["Service"],
) => {
  const encode = factEncoder(aggregate.events, sealing)
  const decideOne = Effect.fnUntraced(function* (pending: Pending<State, Event>, before: State) {
    const facts = yield* Effect.fromResult(pending.decide(before))
    const state = facts.reduce(aggregate.evolve, before)
    const events = yield* encode(facts)
    const bytes = bytesOf(events)
    const answer = pending.answerOf?.(state, facts)
    return { pending, facts, events, bytes, state, answer } satisfies Writing<State, Event>
  })

  return Effect.fnUntraced(function* (before: Loaded<State>, batch: ReadonlyArray<Pending<State, Event>>) {
    const writing: Array<Writing<State, Event>> = []
    const idle: Array<Idle<State, Event>> = []
    let { state, version } = before
    let bytes = 0
    for (const pending of batch) {
      const decided = yield* Effect.exit(decideOne(pending, state))
      if (Exit.isFailure(decided)) {
        idle.push({ pending, outcome: Exit.failCause(decided.cause) })
        continue
      }
      const one = decided.value
      if (one.events.length === 0) {
        idle.push({
          pending,
          outcome: Exit.succeed({ state, events: [], receipt: emptyReceipt(version, one.answer) }),
        })
        continue
      }
      bytes += one.bytes
      const count = version - before.version + one.events.length
      if (writing.length > 0 && (count > APPEND_EVENTS_MAX || bytes > APPEND_BYTES_MAX)) break
      writing.push(one)
      state = one.state
      version += one.events.length
    }
    return { writing, idle, after: { state, version } }
  })
}
