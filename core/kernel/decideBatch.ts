import { type Deferred, Effect, Exit } from "effect"
import type { Aggregate, AnswerOf, Decide, Written } from "./Aggregate.ts"
import type { AnyEvent } from "./EventFamily.ts"
import type { NewEvent } from "./EventStore.ts"
import type { Loaded } from "./load.ts"
import { Sealing } from "./Sealing.ts"
import { type Command, nothing } from "./writer.ts"

/** A command that waits for its turn on a hot stream. */
export type Pending<State, Event> = {
  readonly command: Command
  readonly decide: Decide<State, Event, unknown>
  readonly answerOf: AnswerOf<State, Event> | undefined
  readonly done: Deferred.Deferred<Written<State, Event>, unknown>
}

/** A command of a batch that has something to append, and the state that its facts lead to. */
export type Writing<State, Event> = {
  readonly pending: Pending<State, Event>
  readonly facts: ReadonlyArray<Event>
  readonly events: ReadonlyArray<NewEvent>
  readonly state: State
  readonly answer: unknown
}

/** A command of a batch that appends nothing: refused, with nothing to say, or broken. */
export type Idle<State, Event> = {
  readonly pending: Pending<State, Event>
  readonly outcome: Exit.Exit<Written<State, Event>, unknown>
}

/**
 * Decides commands one after the other, each on the state that those before it lead to. One that is refused or that
 * breaks (a defect in its decision or its events) changes nothing for the others.
 */
export const decideBatch = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  sealing: (typeof Sealing)["Service"],
) =>
  Effect.fnUntraced(
    function* (before: Loaded<State>, batch: ReadonlyArray<Pending<State, Event>>) {
      const writing: Array<Writing<State, Event>> = []
      const idle: Array<Idle<State, Event>> = []
      let { state, version } = before
      for (const pending of batch) {
        const decided = yield* Effect.exit(decideOne(aggregate, pending, state))
        if (Exit.isFailure(decided)) {
          idle.push({ pending, outcome: Exit.failCause(decided.cause) })
        } else if (decided.value.events.length === 0) {
          const receipt = nothing(version, decided.value.answer)
          idle.push({ pending, outcome: Exit.succeed({ state, events: [], receipt }) })
        } else {
          writing.push(decided.value)
          state = decided.value.state
          version += decided.value.events.length
        }
      }
      return { writing, idle, after: { state, version } }
    },
    Effect.provideService(Sealing, sealing),
  )

const decideOne = Effect.fnUntraced(function* <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  pending: Pending<State, Event>,
  before: State,
) {
  const facts = yield* Effect.fromResult(pending.decide(before))
  const state = facts.reduce(aggregate.evolve, before)
  const events = yield* Effect.forEach(facts, aggregate.events.encode)
  return { pending, facts, events, state, answer: pending.answerOf?.(state, facts) } satisfies Writing<State, Event>
})
