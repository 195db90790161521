import type { Result, Schema } from "effect"
import type { AnyEvent, EventFamily } from "../store/EventFamily.ts"
import type { Receipt } from "../store/EventStore.ts"

/** A thing whose history decides what may happen next. */
export type Aggregate<State, Event extends AnyEvent> = {
  /** First part of the stream's name, a noun: `feed`. */
  readonly category: string
  readonly events: EventFamily<Event>
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** Only where it was measured to pay. A snapshot cannot be erased: see `holdsNothingSealed`. */
  readonly snapshot?: SnapshotRule<State>
}

/** Keeps the folded state every so many events. */
export type SnapshotRule<State> = {
  readonly every: number
  /** Change it whenever `evolve` or the state's shape changes: older snapshots are then passed over. */
  readonly foldHash: string
  readonly state: Schema.Codec<State, unknown>
  /**
   * Events have sealed fields, and nothing of them reaches the state: it is folded from the log without opening them, and
   * may be kept. Without it an aggregate whose events seal anything has no snapshots.
   */
  readonly holdsNothingSealed?: true
}

/** A pure decision: the facts that follow from a state, or the refusal. No facts: nothing is to change. */
export type Decide<State, Event, Refusal> = (state: State) => Result.Result<ReadonlyArray<Event>, Refusal>

/** What a command answers, kept with its receipt for a repeat. JSON; nothing personal, for a receipt is never erased. */
export type AnswerOf<State, Event> = (state: State, facts: ReadonlyArray<Event>) => unknown

export type WriteResult<State, Event> = {
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
