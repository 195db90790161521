import { waitFor } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import type { Session } from "./session.ts"

/**
 * Runs projections while some work waits for them. If a worker runs, it owns the builds and the rounds here do nothing;
 * otherwise the command does the worker's part itself.
 */
export const runRoundsDuring = async <A>({ round }: Session, work: () => Promise<A>): Promise<A> => {
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

/** How long a command waits for read models to include its changes. */
const CATCH_UP_MS_MAX = 5_000

/** Waits until queries include everything in the log, so that the next command sees the changes of this one. */
export const waitUntilCaughtUp = async (session: Session): Promise<void> => {
  const [log] = await session.sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
  await runRoundsDuring(session, () =>
    Promise.all(projections.map(({ name }) => session.run(waitFor(name, log?.watermark ?? 0, CATCH_UP_MS_MAX)))),
  )
}
