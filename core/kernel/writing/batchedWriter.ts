import { Cause, Deferred, Effect, Exit, FiberSet } from "effect"
import { keepSnapshot, type Loaded, load } from "../reading/load.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent } from "../store/EventFamily.ts"
import { EventStore } from "../store/EventStore.ts"
import { StreamBusy, type StreamConflict } from "../store/refusals.ts"
import { type Aggregate, type AnswerOf, type Decide, streamOf, type WriteResult } from "./Aggregate.ts"
import { AppendObserver } from "./AppendObserver.ts"
import { currentCommand } from "./command.ts"
import { decideBatch, type Pending } from "./decideBatch.ts"
import { repeated, retryOnConflict } from "./writer.ts"

/**
 * Maximum number of commands in one transaction for one hot stream. A message in a busy room costs a node 200 µs of its
 * core with 25, and 140 with 100; with more, only the wait of the first command would grow.
 */
export const MICRO_BATCH_COMMANDS_MAX = 100
/** Maximum number of commands queued for one stream; later ones are refused. */
export const WAITING_COMMANDS_MAX = 1_000
/**
 * Maximum number of streams with a folded state in memory. The least recently written one is evicted first, and is read
 * from its last snapshot at its next command.
 */
const HOT_STATES_MAX = 20_000

/**
 * A writer for hot streams, such as a busy chat room. Commands that arrive during an append are queued and share the
 * next transaction, up to 100 at a time. Each is decided on the state after the previous one and gets its own receipt.
 * The folded state stays in memory; the expected version of the append verifies it.
 * @param knownOf a state that another reader has just read, used if the writer has none in memory
 */
export const batchedWriter = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  knownOf: (stream: string) => Effect.Effect<Loaded<State> | undefined> = () => Effect.undefined,
) =>
  Effect.gen(function* () {
    type Outcome = Exit.Exit<WriteResult<State, Event>, unknown>
    type Outcomes = Map<Pending<State, Event>, Outcome>
    const store = yield* EventStore
    const sealing = yield* Sealing
    const fibers = yield* FiberSet.make()
    const loadState = load(aggregate, store, sealing)
    const keep = keepSnapshot(aggregate, store)
    const decide = decideBatch(aggregate, sealing)
    const states = new Map<string, Loaded<State>>()
    const queues = new Map<string, Array<Pending<State, Event>>>()

    const remember = (stream: string, state: Loaded<State>) => {
      states.delete(stream)
      states.set(stream, state)
      const [oldest] = states.keys()
      if (states.size > HOT_STATES_MAX && oldest !== undefined) states.delete(oldest)
    }

    /** The response to a command that appended nothing, unless it is a repeat. */
    const settle = Effect.fnUntraced(function* ({ command }: Pending<State, Event>, outcome: Outcome) {
      const { hasClientId, ...rest } = command
      if (!hasClientId) return outcome
      const receipt = Exit.isFailure(outcome)
        ? yield* store.receipt(command.commandId)
        : yield* store.append({ ...rest, answer: outcome.value.receipt.answer, streams: [] }).pipe(Effect.orDie)
      return receipt?.repeated ? Exit.succeed(repeated(receipt)) : outcome
    })

    /**
     * The outcomes of a batch, or of the part that could be decided now. Repeated commands get their receipts, and
     * commands that were decided on their state are decided again.
     */
    const tryWrite = Effect.fnUntraced(function* (
      stream: string,
      batch: ReadonlyArray<Pending<State, Event>>,
      trusted: boolean,
    ) {
      const cached = states.get(stream)
      const known = trusted ? (cached ?? (yield* knownOf(stream))) : undefined
      const before = known ?? (yield* loadState(stream, cached))
      const { writing, idle, after } = yield* decide(before, batch)
      const outcomes: Outcomes = new Map()
      if (writing.length > 0) {
        const receipts = yield* store.appendBatch(
          stream,
          before.version,
          writing.map(({ pending: { command }, events, answer }) => ({ ...command, events, answer })),
        )
        for (const [index, { pending, facts, state }] of writing.entries()) {
          const receipt = receipts[index]
          if (receipt == null) continue
          // No one else knows an id that was generated here, so its repeat is our own append with a lost response.
          const own = !receipt.repeated || !pending.command.hasClientId
          const written = own ? { state, events: facts, receipt: { ...receipt, repeated: false } } : repeated(receipt)
          outcomes.set(pending, Exit.succeed(written))
        }
        if (receipts.some((receipt) => receipt === null || receipt.repeated)) return outcomes
      } else if (known !== undefined && (yield* store.readStream(stream, before.version, 1)).length > 0) {
        // Refused commands append nothing, so no expected version has verified the state that they were decided on.
        return outcomes
      }
      remember(stream, after)
      if (writing.length > 0) yield* keep(stream, before.version, after)
      for (const { pending, outcome } of idle) outcomes.set(pending, yield* settle(pending, outcome))
      return outcomes
    })

    const writeBatch = Effect.fnUntraced(function* (stream: string, batch: ReadonlyArray<Pending<State, Event>>) {
      let rest = batch
      let trusted = true
      while (rest.length > 0) {
        const outcomes = yield* retryOnConflict(
          Effect.suspend(() => tryWrite(stream, rest, trusted)).pipe(
            Effect.tapError(() => Effect.sync(() => (trusted = false))),
          ),
        )
        trusted = false
        for (const [{ done }, outcome] of outcomes) yield* Deferred.done(done, outcome)
        rest = rest.filter((pending) => !outcomes.has(pending))
      }
    })

    const drain = Effect.fnUntraced(
      function* (stream: string) {
        for (;;) {
          const batch = queues.get(stream)?.splice(0, MICRO_BATCH_COMMANDS_MAX) ?? []
          if (batch.length === 0) break
          yield* writeBatch(stream, batch).pipe(
            Effect.onExit((exit) => fail(batch, Exit.isFailure(exit) ? exit.cause : Cause.interrupt())),
            Effect.exit,
          )
        }
        queues.delete(stream)
      },
      // If the writer ends, the commands in its queue must fail.
      (draining, stream) => Effect.onInterrupt(draining, () => fail(queues.get(stream) ?? [], Cause.interrupt())),
    )

    const fail = (batch: ReadonlyArray<Pending<State, Event>>, cause: Cause.Cause<unknown>) =>
      Effect.forEach(batch, ({ done }) => Deferred.done(done, Exit.failCause(cause)), { discard: true })

    const enqueue = Effect.fnUntraced(function* (stream: string, pending: Pending<State, Event>) {
      const waiting = queues.get(stream)
      if (waiting === undefined) {
        queues.set(stream, [pending])
        yield* FiberSet.run(fibers, drain(stream))
        return pending
      }
      const duplicate = waiting.find(({ command }) => command.commandId === pending.command.commandId)
      if (duplicate !== undefined) return duplicate
      if (waiting.length >= WAITING_COMMANDS_MAX) return yield* new StreamBusy({ stream, waiting: waiting.length })
      waiting.push(pending)
      return pending
    })

    /** Executes one command on the aggregate with this id. `answerOf` returns the answer stored with its receipt. */
    return Effect.fnUntraced(function* <Refusal>(
      id: string,
      decide: Decide<State, Event, Refusal>,
      answerOf?: AnswerOf<State, Event>,
    ): Effect.fn.Return<WriteResult<State, Event>, Refusal | StreamConflict | StreamBusy> {
      const command = yield* currentCommand
      // A fiber of the writer appends, which knows nothing of this request.
      ;(yield* AppendObserver)?.()
      const done = yield* Deferred.make<WriteResult<State, Event>, unknown>()
      const pending = yield* enqueue(streamOf(aggregate, id), { command, decide, answerOf, done })
      return yield* Deferred.await(pending.done) as Effect.Effect<WriteResult<State, Event>, Refusal | StreamConflict>
    })
  })
