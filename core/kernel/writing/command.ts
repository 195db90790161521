import { Clock, Context, Effect } from "effect"
import type { Append, EventStore, Receipt } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import { StreamConflict } from "../store/refusals.ts"

/** The metadata that every command writes into its events: actor, ids and cause. */
export type Meta = {
  /** `guest`, `system`, `operator:<name>` or `user:<person id>`. */
  readonly actor: string
  /**
   * UUID of the command, used as its idempotency key: the same id gets the first answer. Null: the writer generates
   * one.
   */
  readonly commandId: string | null
  /** UUID shared by everything that one request or job did. Null: the command's own id. */
  readonly correlationId: string | null
  /** UUID of the event or command that caused this one. Null: the command itself. */
  readonly causationId: string | null
}

/** The metadata of the current command, provided by the edge (HTTP, socket, job). */
export const CurrentMeta = Context.Reference<Meta>("core/kernel/CurrentMeta", {
  defaultValue: () => ({ actor: "system", commandId: null, correlationId: null, causationId: null }),
})

/** The metadata of a command, complete. */
export type Command = Omit<Append, "streams" | "answer" | "ledgerCall"> & {
  /** The caller chose the command id and may retry with it. Otherwise no one else knows the id. */
  readonly hasClientId: boolean
}

/** The current command, with a new id if the caller sent none. */
export const currentCommand: Effect.Effect<Command> = Effect.withFiber((fiber) => {
  const { actor, commandId: id, correlationId, causationId } = fiber.getRef(CurrentMeta)
  const commandId = id ?? uuidv7(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
  return Effect.succeed({
    actor,
    commandId,
    correlationId: correlationId ?? commandId,
    causationId: causationId ?? commandId,
    hasClientId: id !== null,
  })
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

/** The receipt of a command that was executed before; null for a new one. */
export const previousReceipt = (store: Store, { commandId, hasClientId }: Identified): Effect.Effect<Receipt | null> =>
  hasClientId ? store.receipt(commandId) : Effect.succeed(null)

/**
 * Fails with a refusal, unless the same command was executed concurrently: its own result may be the reason for the
 * refusal. Then returns its receipt.
 */
export const refuseUnlessDuplicate = <Refusal>(
  store: Store,
  command: Identified,
  refusal: Refusal,
): Effect.Effect<Receipt, Refusal> =>
  Effect.flatMap(previousReceipt(store, command), (duplicate) =>
    duplicate === null ? Effect.fail(refusal) : Effect.succeed(duplicate),
  )

/** Turns the StreamConflict of the last retry into a defect, because callers cannot act on it. */
export const dieOnConflict = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, Exclude<E, StreamConflict>, R> =>
  Effect.catchIf(effect, (error): error is E & StreamConflict => error instanceof StreamConflict, Effect.die) as never
