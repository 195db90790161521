import { waitFor } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { driven } from "./driven.ts"
import type { Session } from "./session.ts"

/** How long a command waits for read models to show what it did. */
const CATCH_UP_MS_MAX = 5_000

/** Waits until queries see everything that is in the log, so that the next command sees what this one did. */
export const caughtUp = async (session: Session): Promise<void> => {
  const [log] = await session.sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
  await driven(session, () =>
    Promise.all(projections.map(({ name }) => session.run(waitFor(name, log?.watermark ?? 0, CATCH_UP_MS_MAX)))),
  )
}
