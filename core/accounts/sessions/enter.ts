import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { type Counted, forgetting } from "./Attempts.ts"
import { browserParts, type Knew, toMet } from "./Browsers.ts"
import { type NewSession, sessionParts, soon } from "./Sessions.ts"

export type Entering = {
  readonly session: NewSession
  /** What the browser's own cookie holds; null where it has none. */
  readonly browser: string | null
  /** The wrong attempts that are forgotten now; null where none were counted. */
  readonly forgets: Counted | null
}

/**
 * Begins a session, notes the browser unless the second step is owed (who has not done both is not in yet), and forgets
 * wrong attempts. One statement: every sign-in makes it.
 */
export const enter = Effect.fn("enter")(function* ({ session, browser: given, forgets }: Entering) {
  const { client: sql } = yield* Sql
  const nowMs = yield* Clock.currentTimeMillis
  const { opened, ...begun } = sessionParts(sql, session, nowMs)
  const forgotten = forgets === null ? sql`` : sql`, forgotten as (${forgetting(sql, forgets)})`
  if (session.owesStep) {
    yield* Effect.promise(() => sql`with ${soon(sql)}, ${opened}${forgotten} select from soon`)
    return { ...begun, met: null }
  }
  const { browser, met, knew } = browserParts(sql, session.personId, given, nowMs)
  const [row] = yield* Effect.promise(() => sql<Array<Knew>>`with ${soon(sql)}, ${opened}, ${met}${forgotten} ${knew}`)
  return { ...begun, met: { browser, ...toMet(row) } }
})
