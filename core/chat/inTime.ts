import { Clock, Effect } from "effect"
import { CurrentMeta, type StreamConflict, type Written } from "#core/kernel"
import { RoomBusy } from "./refusals.ts"

type StreamBusy = { readonly _tag: "StreamBusy" }

/** The time of now as facts have it. */
export const nowIso = Effect.map(Clock.currentTimeMillis, (nowMs) => new Date(nowMs).toISOString())

/** A conflict that all tries met with is nobody's refusal. */
export const settled = <A, E>(
  effect: Effect.Effect<A, E | StreamConflict>,
): Effect.Effect<A, Exclude<E, StreamConflict>> =>
  Effect.catchIf(
    effect,
    (error): error is E & StreamConflict => (error as { readonly _tag?: string })._tag === "StreamConflict",
    Effect.die,
  ) as Effect.Effect<A, Exclude<E, StreamConflict>>

/** What a command answers of its receipt. */
export const done =
  (roomId: string) =>
  ({ receipt }: Pick<Written<unknown, unknown>, "receipt">) => ({ roomId, position: receipt.position })

/** A room that more write in than it takes: here, or at other nodes that were faster every time. Trying again later helps. */
export const busy = <A, E>(
  effect: Effect.Effect<A, E | StreamBusy | StreamConflict>,
): Effect.Effect<A, Exclude<E, StreamBusy | StreamConflict> | RoomBusy> =>
  Effect.catchIf(effect, isTooFast, () => Effect.fail(new RoomBusy())) as Effect.Effect<
    A,
    Exclude<E, StreamBusy | StreamConflict> | RoomBusy
  >

const isTooFast = <E>(error: E): error is E & (StreamBusy | StreamConflict) => {
  const { _tag } = error as { readonly _tag?: string }
  return _tag === "StreamBusy" || _tag === "StreamConflict"
}

/** Carries something out under this command id, whoever asked and why; null: one that nobody knows. */
export const withCommand =
  (commandId: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CurrentMeta, (meta) => Effect.provideService(effect, CurrentMeta, { ...meta, commandId }))
