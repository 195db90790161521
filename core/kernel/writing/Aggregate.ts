import type { Result, Schema } from "effect"
import type { AnyEvent, EventFamily } from "../store/EventFamily.ts"
import type { Receipt } from "../store/EventStore.ts"

/** A consistency boundary: commands decide on the state folded from its stream of events. */
export type Aggregate<State, Event extends AnyEvent> = {
  /** First part of the stream name, a noun such as `feed`. */
  readonly category: string
  readonly events: EventFamily<Event>
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** Use only if a measurement shows a gain. Snapshots cannot be erased: see `holdsNothingSealed`. */
  readonly snapshot?: SnapshotRule<State>
}

/** Saves the folded state after every `every` events. */
export type SnapshotRule<State> = {
  readonly every: number
  /** Change it whenever `evolve` or the shape of the state changes, so that older snapshots are ignored. */
  readonly foldHash: string
  readonly state: Schema.Codec<State, unknown>
  /**
   * The state contains nothing from sealed fields, so it is folded without decrypting them. Without this flag, an
   * aggregate with sealed events has no snapshots.
   */
  readonly holdsNothingSealed?: true
}

/** A pure decision: the new events for a state, or a refusal. No events means no change. */
export type Decide<State, Event, Refusal> = (state: State) => Result.Result<ReadonlyArray<Event>, Refusal>

/** The answer of a command, stored with its receipt for retries. JSON without personal data: receipts are never erased. */
export type AnswerOf<State, Event> = (state: State, facts: ReadonlyArray<Event>) => unknown

export type WriteResult<State, Event> = {
  /** State after the events; null for a repeated command, of which only the receipt is stored. */
  readonly state: State | null
  readonly events: ReadonlyArray<Event>
  readonly receipt: Receipt
}

/** The name of the stream of one aggregate. */
export const streamOf = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, id: string): string =>
  `${aggregate.category}-${id}`

/** Folds events over the initial state. */
export const replay = <State, Event extends AnyEvent>(
  { initial, evolve }: Pick<Aggregate<State, Event>, "initial" | "evolve">,
  history: ReadonlyArray<Event>,
): State => history.reduce(evolve, initial)
