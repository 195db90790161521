import type { Effect } from "effect"
import { run, type Services } from "#src/process/runtime.ts"

/** Loads a part of a page. A failure is reported and gives undefined, so that the rest of the page still renders. */
export const runOrReport = async <A>(
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
