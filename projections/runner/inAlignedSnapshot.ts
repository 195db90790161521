import type { SqlClient, SqlTransaction } from "#core/kernel"
import { findBuild } from "./Build.ts"

/** How long both builds may be paused to reach one position. */
const HOLD_MS_MAX = 1_000
/** Builds that are further apart are not paused: the one behind catches up first. */
const HOLD_GAP_EVENTS_MAX = 1_000
const POLL_MS = 5

/**
 * Runs `work` in a snapshot in which two builds of a projection are at the same position. Needs runners that follow
 * both, or `drive`, which moves one of them. If the builds do not meet by themselves, they are paused briefly until the
 * snapshot is taken.
 */
export const inAlignedSnapshot = async <A>(
  sql: SqlClient,
  name: string,
  builds: readonly [number, number],
  { waitMsMax, drive }: { readonly waitMsMax: number; readonly drive?: () => Promise<void> },
  work: (snapshot: SqlTransaction, position: number) => Promise<A>,
): Promise<A> => {
  const untilMs = performance.now() + waitMsMax
  let mayHoldAtMs = 0
  const letGo = () => sql`
    update es.projection set hold_at = null, hold_until = null
    where name = ${name} and build = any(${[...builds]}) and hold_until is not null`
  try {
    for (;;) {
      const found = await inSnapshot(sql, name, builds, async (snapshot, position) => {
        await letGo()
        return { answer: await work(snapshot, position) }
      })
      if (typeof found !== "number") return found.answer
      const nowMs = performance.now()
      if (nowMs > untilMs) throw new Error(await whyApart(sql, name, builds))
      if (found <= HOLD_GAP_EVENTS_MAX && nowMs > mayHoldAtMs) {
        await hold(sql, name, builds)
        // Between two attempts, the live build gets time to catch up.
        mayHoldAtMs = nowMs + 2 * HOLD_MS_MAX
      }
      await drive?.()
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    await letGo()
  }
}

/** The result of the work, or the distance between the builds in positions. */
const inSnapshot = <A>(
  sql: SqlClient,
  name: string,
  builds: readonly [number, number],
  work: (snapshot: SqlTransaction, position: number) => Promise<A>,
): Promise<A | number> =>
  sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const rows = await snapshot<Array<{ position: number }>>`
      select position from es.projection where name = ${name} and build = any(${[...builds]}) and status <> 'filling'`
    const [first, second] = rows
    if (first === undefined || second === undefined)
      throw new Error(`${name} has not both builds ${builds.join(" and ")}`)
    const gap = Math.abs(first.position - second.position)
    return gap === 0 ? work(snapshot as SqlTransaction, first.position) : gap
  }) as Promise<A | number>

/** Both builds stop at the position of the one that is ahead. */
const hold = (sql: SqlClient, name: string, builds: readonly [number, number]) =>
  sql.begin(async (transaction) => {
    const rows = await transaction<Array<{ position: number }>>`
      select position from es.projection where name = ${name} and build = any(${[...builds]}) order by build for update`
    await transaction`
      update es.projection set hold_at = ${Math.max(...rows.map(({ position }) => position))},
        hold_until = now() + ${HOLD_MS_MAX} * interval '1 millisecond'
      where name = ${name} and build = any(${[...builds]})`
  })

const whyApart = async (sql: SqlClient, name: string, builds: readonly [number, number]): Promise<string> => {
  const found = await Promise.all(builds.map((build) => findBuild(sql, name, build)))
  const stand = found.map(
    (each) => each && `build ${each.build} (${each.paused ? "paused" : each.status}) at position ${each.position}`,
  )
  return `the builds of ${name} did not reach the same position: ${stand.join(", ")}. Is a worker running?`
}
