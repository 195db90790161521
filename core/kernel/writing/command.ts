import { Clock, Context, Effect } from "effect"
import type { Append, EventStore, Receipt } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import { StreamConflict } from "../store/refusals.ts"

/** Who asks, and for what: carried by every command into the metadata of its events. */
export type Meta = {
  /** `guest`, `system`, `operator:<name>` or `user:<person id>`. */
  readonly actor: string
  /** UUID of the command; the same id again is answered with the first answer. Null: the writer makes one up. */
  readonly commandId: string | null
  /** UUID that ties together all that one request or job did. Null: the command's own id. */
  readonly correlationId: string | null
  /** UUID of the event or command that led to this one. Null: the command itself. */
  readonly causationId: string | null
}

/** The metadata of the command under way; the edge (HTTP, socket, job) provides it. */
export const CurrentMeta = Context.Reference<Meta>("core/kernel/CurrentMeta", {
  defaultValue: () => ({ actor: "system", commandId: null, correlationId: null, causationId: null }),
})

/** The metadata of a command, complete. */
export type Command = Omit<Append, "streams" | "answer" | "ledgerCall"> & {
  /** The caller chose the command id and may retry with it. Otherwise no one else knows the id. */
  readonly hasClientId: boolean
}

/** The current command, with a new id if the caller sent none. */
export const currentCommand = Effect.gen(function* () {
  const { actor, commandId: id, correlationId, causationId } = yield* CurrentMeta
  const commandId = id ?? uuidv7(yield* Clock.currentTimeMillis)
  return {
    actor,
    commandId,
    correlationId: correlationId ?? commandId,
    causationId: causationId ?? commandId,
    hasClientId: id !== null,
  } satisfies Command
})

/** Runs commands under this id instead of the caller's. */
export const withCommandId =
  (commandId: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CurrentMeta, (meta) => Effect.provideService(effect, CurrentMeta, { ...meta, commandId }))

/**
 * Runs each command under a new id instead of the caller's. For a call that runs several commands, and for guests: they
 * share one actor, so an id that two of them chose would return the receipt of the other.
 */
export const withFreshCommandId: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  withCommandId(null)

type Store = Pick<(typeof EventStore)["Service"], "receipt">
type Identified = Pick<Command, "commandId" | "hasClientId">

/** The receipt of a command that was carried out before; null for a new one. */
export const previousReceipt = (store: Store, { commandId, hasClientId }: Identified): Effect.Effect<Receipt | null> =>
  hasClientId ? store.receipt(commandId) : Effect.succeed(null)

/**
 * Fails with a refusal, unless the same command was carried out in the meantime: the state that refuses it may be its own
 * result. Then returns its receipt.
 */
export const refuseUnlessDuplicate = <Refusal>(
  store: Store,
  command: Identified,
  refusal: Refusal,
): Effect.Effect<Receipt, Refusal> =>
  Effect.flatMap(previousReceipt(store, command), (duplicate) =>
    duplicate === null ? Effect.fail(refusal) : Effect.succeed(duplicate),
  )

/** Turns a StreamConflict that all retries ended with into a defect: it is no refusal that a caller can act on. */
export const dieOnConflict = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, Exclude<E, StreamConflict>, R> =>
  Effect.catchIf(effect, (error): error is E & StreamConflict => error instanceof StreamConflict, Effect.die) as never
