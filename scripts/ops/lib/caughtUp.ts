import { waitFor } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import type { Session } from "./session.ts"

/**
 * Carries projections forward for as long as some work waits for them: where a worker runs, it owns the builds and the
 * rounds here find nothing to do; where none runs, the command itself does the worker's part.
 */
export const driven = async <A>({ round }: Session, work: () => Promise<A>): Promise<A> => {
  let over = false
  const driving = (async () => {
    while (!over) if (!(await round())) await new Promise((resolve) => setTimeout(resolve, 50))
  })()
  try {
    return await work()
  } finally {
    over = true
    await driving
  }
}

/** How long a command waits for read models to show what it did. */
const CATCH_UP_MS_MAX = 5_000

/** Waits until queries see everything that is in the log, so that the next command sees what this one did. */
export const caughtUp = async (session: Session): Promise<void> => {
  const [log] = await session.sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
  await driven(session, () =>
    Promise.all(projections.map(({ name }) => session.run(waitFor(name, log?.watermark ?? 0, CATCH_UP_MS_MAX)))),
  )
}
