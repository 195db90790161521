import { Effect } from "effect"
import type { StreamConflict, WriteResult } from "#core/kernel"
import { RoomBusy } from "./refusals.ts"

type StreamBusy = { readonly _tag: "StreamBusy" }

export const toCommandResult =
  (roomId: string) =>
  ({ receipt }: Pick<WriteResult<unknown, unknown>, "receipt">) => ({ roomId, position: receipt.position })

/** Turns conflicts and a full write queue into RoomBusy: the client may try again later. */
export const roomBusyOnConflict = <A, E>(
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
