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
