import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** How long a query waits at most for its projection to have passed a person's own command. */
export const READ_YOUR_WRITES_MS_MAX = 250
const POLL_MS = 5

/**
 * Waits until the live build of a projection has passed a position, so that people see what they just did.
 * Answers false where that took longer than the bound: the reader then sees a slightly older state.
 */
export const waitFor = Effect.fn("waitFor")(function* (projection: string, position: number, waitMsMax: number = READ_YOUR_WRITES_MS_MAX) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(async () => {
    const until = performance.now() + waitMsMax
    for (;;) {
      const [row] = await sql<Array<{ passed: boolean }>>`
        select p.position >= ${position} as passed from es.live l join es.projection p using (name, build) where l.name = ${projection}`
      if (row?.passed) return true
      if (performance.now() > until) return false
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  })
})
