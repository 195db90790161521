import { Clock, Effect } from "effect"
import type { Services } from "#src/process/runtime.ts"

export interface Cached<A> {
  /** The value while it is fresh, without an effect; else undefined. */
  readonly current: () => A | undefined
  readonly load: Effect.Effect<A, never, Services>
}

/**
 * Caches a value that is the same for every reader, for some seconds, which may depend on it. While it is reloaded, the old value is served; after a failure the next
 * reader reloads it.
 */
export const cached = <A>(
  load: Effect.Effect<A, never, Services>,
  seconds: number | ((value: A) => number),
): Cached<A> => {
  let entry: { readonly value: A; readonly untilMs: number } | undefined
  let isLoading = false
  return {
    current: () => (entry !== undefined && Date.now() < entry.untilMs ? entry.value : undefined),
    load: Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      if (entry !== undefined && (nowMs < entry.untilMs || isLoading)) return entry.value
      isLoading = true
      const value = yield* load.pipe(Effect.ensuring(Effect.sync(() => (isLoading = false))))
      entry = { value, untilMs: nowMs + (typeof seconds === "number" ? seconds : seconds(value)) * 1_000 }
      return value
    }),
  }
}
