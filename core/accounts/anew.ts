import { Effect } from "effect"
import { CurrentMeta } from "#core/kernel"

/**
 * Carries out a command under an id of its own, whatever id came with it. For what strangers do: all guests are one actor,
 * so a key that two of them happen to choose would answer one with what the other did.
 */
export const anew = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentMeta, (meta) => Effect.provideService(effect, CurrentMeta, { ...meta, commandId: null }))
