import { Effect } from "effect"
import type { StreamConflict, Written } from "#core/kernel"
import { RoomBusy } from "./refusals.ts"

type StreamBusy = { readonly _tag: "StreamBusy" }

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
