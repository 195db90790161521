import { Clock, Effect, Result, Schedule, Schema } from "effect"
import type { AnyEvent, EventFamily } from "./EventFamily.ts"
import { EventStore, type Receipt, type StoredEvent } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"
import { CurrentMeta, type Meta } from "./Meta.ts"
import { Sealing } from "./Sealing.ts"
import { StreamConflict } from "./StreamConflict.ts"

/** How often a command is decided anew after somebody else was faster. */
export const CONFLICT_RETRIES_MAX = 8

/** A thing whose history decides what may happen next. */
export type Aggregate<State, Event extends AnyEvent> = {
  /** First part of the stream's name, a noun: `feed`. */
  readonly category: string
  readonly events: EventFamily<Event>
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** Only where it was measured to pay: keeps the folded state every so many events. */
  readonly snapshot?: SnapshotRule<State>
}

export type SnapshotRule<State> = {
  readonly every: number
  /** Change it whenever `evolve` or the state's shape changes: older snapshots are then passed over. */
  readonly foldHash: string
  readonly state: Schema.Codec<State, unknown>
}

/** A pure decision: the facts that follow from a state, or the refusal. No facts: nothing changed, nothing is written. */
export type Decide<State, Event, Refusal> = (state: State) => Result.Result<ReadonlyArray<Event>, Refusal>

export type Written<State, Event> = {
  /** State after the facts. Null where the command was a repeat: its first receipt is all there is. */
  readonly state: State | null
  readonly events: ReadonlyArray<Event>
  readonly receipt: Receipt
}

/** The stream that holds the history of one aggregate. */
export const streamOf = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, id: string): string =>
  `${aggregate.category}-${id}`

/** Folds facts over the initial state. */
export const replay = <State, Event extends AnyEvent>(
  { initial, evolve }: Pick<Aggregate<State, Event>, "initial" | "evolve">,
  history: ReadonlyArray<Event>,
): State => history.reduce(evolve, initial)

/**
 * The write path of an aggregate: load, decide, append, and decide again on the newer state when the stream moved on.
 * A command id that was carried out before is answered with its first receipt, before anything is decided.
 */
export const writer = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealing = yield* Sealing
    const loadState = load(aggregate, store, sealing)
    const encodeState = aggregate.snapshot && Schema.encodeSync(aggregate.snapshot.state)

    const attempt = Effect.fnUntraced(function* <Refusal>(id: string, decide: Decide<State, Event, Refusal>, meta: Meta & { commandId: string }) {
      const stream = streamOf(aggregate, id)
      const { state, version } = yield* loadState(stream)
      const facts = yield* Effect.fromResult(decide(state))
      if (facts.length === 0) {
        return { state, events: facts, receipt: { position: 0, version, repeated: false, answer: null } }
      }
      const events = yield* Effect.forEach(facts, aggregate.events.encode).pipe(Effect.provideService(Sealing, sealing))
      const receipt = yield* store.append({
        commandId: meta.commandId,
        correlationId: meta.correlationId ?? meta.commandId,
        causationId: meta.causationId ?? meta.commandId,
        actor: meta.actor,
        streams: [{ stream, expected: version, events }],
      })
      if (receipt.repeated) return { state: null, events: [], receipt }
      const next = facts.reduce(aggregate.evolve, state)
      const { snapshot } = aggregate
      if (snapshot && encodeState && Math.floor(receipt.version / snapshot.every) > Math.floor(version / snapshot.every)) {
        yield* store.writeSnapshot(stream, snapshot.foldHash, { version: receipt.version, state: encodeState(next) })
      }
      return { state: next, events: facts, receipt }
    })

    return Effect.fnUntraced(function* <Refusal>(id: string, decide: Decide<State, Event, Refusal>) {
      const meta = yield* CurrentMeta
      if (meta.commandId !== null) {
        const receipt = yield* store.receipt(meta.commandId)
        if (receipt !== null) return { state: null, events: [], receipt } as Written<State, Event>
      }
      const commandId = meta.commandId ?? uuidv7(yield* Clock.currentTimeMillis)
      return (yield* attempt(id, decide, { ...meta, commandId }).pipe(retryOnConflict)) as Written<State, Event>
    })
  })

/** Reads one aggregate's state and version, from its newest snapshot on where it has one. */
export const load = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
  sealing: (typeof Sealing)["Service"],
) => {
  const decodeState = aggregate.snapshot && Schema.decodeUnknownSync(aggregate.snapshot.state)
  return Effect.fnUntraced(function* (stream: string) {
    const { snapshot } = aggregate
    const kept = snapshot ? yield* store.readSnapshot(stream, snapshot.foldHash) : null
    const start = kept && decodeState ? { state: decodeState(kept.state), version: kept.version } : { state: aggregate.initial, version: 0 }
    const stored: ReadonlyArray<StoredEvent> = yield* store.readStream(stream, start.version)
    const history = yield* Effect.forEach(stored, aggregate.events.decode).pipe(
      Effect.provideService(Sealing, sealing),
      Effect.orDie,
    )
    return { state: history.reduce(aggregate.evolve, start.state), version: stored.at(-1)?.version ?? start.version }
  })
}

/** A conflict means our read was stale, so decide again on the newer state, a little later each time. */
export const retryOnConflict = <A, E, R>(effect: Effect.Effect<A, E | StreamConflict, R>): Effect.Effect<A, E | StreamConflict, R> =>
  Effect.retry(effect, {
    while: (error) => error instanceof StreamConflict,
    times: CONFLICT_RETRIES_MAX,
    schedule: Schedule.exponential("2 millis").pipe(Schedule.jittered),
  })
