import { Clock, Effect } from "effect"
import type { Services } from "#src/process/runtime.ts"

export interface Remembered<A> {
  /** The answer while it is fresh, for pages: most of them need not ask. */
  readonly held: () => A | undefined
  readonly asked: Effect.Effect<A, never, Services>
}

/**
 * Asks at most once in a while for what is the same for every reader. While a new answer is on its way the old one
 * serves; a failed asking is repeated by the next reader.
 */
export const remembered = <A>(ask: Effect.Effect<A, never, Services>, seconds: number): Remembered<A> => {
  let kept: { readonly value: A; readonly untilMs: number } | undefined
  let asking = false
  const asked = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    if (kept !== undefined && (nowMs < kept.untilMs || asking)) return kept.value
    asking = true
    const value = yield* ask.pipe(Effect.ensuring(Effect.sync(() => (asking = false))))
    kept = { value, untilMs: nowMs + seconds * 1_000 }
    return value
  })
  return { held: () => (kept !== undefined && Date.now() < kept.untilMs ? kept.value : undefined), asked }
}
