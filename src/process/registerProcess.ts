import { hostname } from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Clock, Effect } from "effect"
import { connect, invalidQueries, type Role, uuidv7 } from "#core/kernel"
import { isWorking } from "./duty.ts"
import { currentPhase } from "./phase.ts"
import { RELEASE } from "./release.ts"

/** Heartbeat interval. */
const BEAT_MS = 5_000
/** A heartbeat that takes longer is given up; the next one may succeed. */
const ANSWER_MS_MAX = 10_000
/** Timers closer together would cost more, and relevant stalls are longer. */
const RESOLUTION_MS = 50
/** Rows of ended processes: the history of releases. */
const KEPT_DAYS = 90
const KEPT_PROCESSES_MAX = 5_000

/**
 * Writes the row of this process every few seconds until its scope ends, and then that it ended. A heartbeat that fails is logged
 * once; meanwhile operators see the process as gone.
 */
export const registerProcess = Effect.fn("registerProcess")(function* (role: Role, databaseUrl: string) {
  const sql = connect(databaseUrl, { connectionsMax: 1, name: `quire ${role} heartbeat`, answerMsMax: ANSWER_MS_MAX })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const facts = { process_id: uuidv7(yield* Clock.currentTimeMillis), role, host: hostname(), pid: process.pid }
  const row = { ...facts, ...RELEASE }

  const write = (isEnd: boolean) => {
    const lagMs = delay.count === 0 ? 0 : Math.max(Math.round(delay.percentile(99) / 1e6) - RESOLUTION_MS, 0)
    delay.reset()
    const now = {
      ...{ phase: currentPhase(), lag_ms: lagMs },
      ...{ works: isWorking() && !isEnd, invalid_queries: invalidQueries() },
    }
    return sql.begin(async (tx) => {
      // A heartbeat that is lost in a crash is followed by another one.
      await tx`set local synchronous_commit to off`
      await tx`
        insert into cluster.process ${tx({ ...row, ...now })}
        on conflict (process_id) do update set phase = excluded.phase, lag_ms = excluded.lag_ms,
          works = excluded.works, invalid_queries = excluded.invalid_queries, seen_at = now(), ended_at = case when ${isEnd} then now() end`
    })
  }
  const forgetOld = () => sql`
    delete from cluster.process where seen_at < now() - ${KEPT_DAYS} * interval '1 day' or process_id in
      (select process_id from cluster.process order by seen_at desc offset ${KEPT_PROCESSES_MAX})`

  let isFailing = false
  const attempt = (work: () => PromiseLike<unknown>) =>
    Effect.tryPromise(async () => work()).pipe(
      Effect.timeout(ANSWER_MS_MAX),
      Effect.matchEffect({
        onSuccess: () =>
          Effect.sync(() => {
            isFailing = false
          }),
        onFailure: (error) => {
          if (isFailing) return Effect.void
          isFailing = true
          return Effect.logWarning("the heartbeat of this process was not written", error)
        },
      }),
    )
  yield* Effect.addFinalizer(() =>
    attempt(() => write(true)).pipe(Effect.andThen(Effect.promise(() => sql.end({ timeout: 1 })))),
  )
  yield* Effect.forkScoped(
    (role === "worker" ? attempt(forgetOld) : Effect.void).pipe(
      Effect.andThen(Effect.forever(attempt(() => write(false)).pipe(Effect.andThen(Effect.sleep(BEAT_MS))))),
    ),
  )
})
