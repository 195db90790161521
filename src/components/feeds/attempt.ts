import type { Effect } from "effect"
import { run, type Services } from "#src/process/runtime.ts"

/** Asks for a part of a page. What cannot be had is reported and missing, and the rest of the page still stands. */
export const attempt = async <A>(
  effect: Effect.Effect<A, never, Services>,
  locals: App.Locals,
): Promise<A | undefined> => {
  try {
    return await run(effect)
  } catch (error) {
    locals.report?.(error)
    return undefined
  }
}
