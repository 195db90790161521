import { Clock, Deferred, Effect, Exit, FiberSet, Result } from "effect"
import { type Aggregate, type Decide, load, retryOnConflict, streamOf, type Written } from "./Aggregate.ts"
import type { AnyEvent } from "./EventFamily.ts"
import { EventStore, type Receipt } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"
import { CurrentMeta, type Meta } from "./Meta.ts"
import { Sealing } from "./Sealing.ts"
import type { StreamConflict } from "./StreamConflict.ts"

/** Commands that one transaction carries for one hot stream. */
export const MICRO_BATCH_COMMANDS_MAX = 25
/** Streams whose folded state is kept in memory; the least recently written one goes first. */
const HOT_STATES_MAX = 1_000

type Pending<State, Event> = {
  readonly meta: Meta & { readonly commandId: string }
  readonly decide: Decide<State, Event, unknown>
  readonly done: Deferred.Deferred<Written<State, Event>, unknown>
}

/**
 * A writer for hot streams (a busy chat room): commands that arrive while one append is under way wait and go together
 * in the next, up to 25 in one transaction, each decided on the state that the ones before it left and each with its
 * own receipt. Its folded state stays in memory and is trusted only as far as the expected version holds.
 */
export const batchedWriter = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const fibers = yield* FiberSet.make()
    const loadState = load(aggregate, store, sealing)
    const queues = new Map<string, Array<Pending<State, Event>>>()
    const states = new Map<string, { readonly state: State; readonly version: number }>()

    const remember = (stream: string, state: State, version: number) => {
      states.delete(stream)
      states.set(stream, { state, version })
      const [oldest] = states.keys()
      if (states.size > HOT_STATES_MAX && oldest !== undefined) states.delete(oldest)
    }

    const writeBatch = Effect.fnUntraced(function* (stream: string, batch: ReadonlyArray<Pending<State, Event>>) {
      const start = states.get(stream) ?? (yield* loadState(stream))
      states.delete(stream)
      let state = start.state
      const decided: Array<{ pending: Pending<State, Event>; facts: ReadonlyArray<Event>; after: State }> = []
      const outcomes = new Map<Pending<State, Event>, Exit.Exit<Written<State, Event>, unknown>>()
      for (const pending of batch) {
        const result = pending.decide(state)
        if (Result.isFailure(result)) outcomes.set(pending, Exit.fail(result.failure))
        else if (result.success.length === 0) outcomes.set(pending, Exit.succeed({ state, events: [], receipt: nothing(start.version) }))
        else {
          state = result.success.reduce(aggregate.evolve, state)
          decided.push({ pending, facts: result.success, after: state })
        }
      }
      if (decided.length === 0) {
        remember(stream, start.state, start.version)
        return outcomes
      }
      const commands = yield* Effect.forEach(decided, ({ pending: { meta }, facts }) =>
        Effect.forEach(facts, aggregate.events.encode).pipe(
          Effect.provideService(Sealing, sealing),
          Effect.map((events) => ({
            commandId: meta.commandId,
            correlationId: meta.correlationId ?? meta.commandId,
            causationId: meta.causationId ?? meta.commandId,
            actor: meta.actor,
            events,
          })),
        ),
      )
      const receipts = yield* store.appendBatch(stream, start.version, commands)
      decided.forEach(({ pending, facts, after }, index) => {
        const receipt = receipts[index] ?? nothing(start.version)
        outcomes.set(pending, Exit.succeed({ state: receipt.repeated ? null : after, events: receipt.repeated ? [] : facts, receipt }))
      })
      // A repeat among them means that the state above holds facts which were not appended: read it anew next time.
      if (receipts.every(({ repeated }) => !repeated)) remember(stream, state, receipts.at(-1)?.version ?? start.version)
      return outcomes
    })

    const drain = Effect.fnUntraced(function* (stream: string) {
      for (;;) {
        const batch = queues.get(stream)?.splice(0, MICRO_BATCH_COMMANDS_MAX) ?? []
        if (batch.length === 0) break
        const outcome = yield* Effect.exit(retryOnConflict(writeBatch(stream, batch)))
        for (const pending of batch) {
          yield* Deferred.done(
            pending.done,
            Exit.isSuccess(outcome)
              ? (outcome.value.get(pending) ?? Exit.die("a command without outcome"))
              : Exit.failCause(outcome.cause),
          )
        }
      }
      queues.delete(stream)
    })

    return Effect.fnUntraced(function* <Refusal>(id: string, decide: Decide<State, Event, Refusal>) {
      const meta = yield* CurrentMeta
      if (meta.commandId !== null) {
        const receipt = yield* store.receipt(meta.commandId)
        if (receipt !== null) return { state: null, events: [], receipt } as Written<State, Event>
      }
      const commandId = meta.commandId ?? uuidv7(yield* Clock.currentTimeMillis)
      const stream = streamOf(aggregate, id)
      const done = yield* Deferred.make<Written<State, Event>, unknown>()
      const waiting = queues.get(stream)
      const twin = waiting?.find((other) => other.meta.commandId === commandId)
      const pending = { meta: { ...meta, commandId }, decide, done: twin?.done ?? done }
      if (twin !== undefined) yield* Effect.void
      else if (waiting !== undefined) waiting.push(pending)
      else {
        queues.set(stream, [pending])
        yield* FiberSet.run(fibers, drain(stream))
      }
      return yield* Deferred.await(pending.done) as Effect.Effect<Written<State, Event>, Refusal | StreamConflict>
    })
  })

const nothing = (version: number): Receipt => ({ position: 0, version, repeated: false, answer: null })
