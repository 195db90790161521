import { Clock, Effect } from "effect"
import type { Services } from "#src/server/runtime.ts"

/**
 * Asks at most once in a while for what is the same for every reader. While a new answer is on its way the old one
 * serves; a failed asking is repeated by the next reader.
 */
export const remembered = <A>(
  ask: Effect.Effect<A, never, Services>,
  seconds: number,
): Effect.Effect<A, never, Services> => {
  let held: { readonly value: A; readonly untilMs: number } | undefined
  let asking = false
  return Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    if (held !== undefined && (nowMs < held.untilMs || asking)) return held.value
    asking = true
    const value = yield* ask.pipe(Effect.ensuring(Effect.sync(() => (asking = false))))
    held = { value, untilMs: nowMs + seconds * 1_000 }
    return value
  })
}
