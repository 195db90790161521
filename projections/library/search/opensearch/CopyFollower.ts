import { Duration, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { ClusterOptions } from "./Cluster.ts"
import { clusterOf } from "./ClusterSearchIndex.ts"
import { followLog } from "./followLog.ts"

/** Interval of reading the log, and longest pause after a failure. */
const LOOK_MS = 250
const PAUSE_MS_MAX = 30_000

/** Keeps the copies in a cluster up to date while the scope is open. */
export const CopyFollower = (options: ClusterOptions, log: (message: string) => void) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const cluster = yield* clusterOf(options)
      let failures = 0
      const round = Effect.gen(function* () {
        const { moved, failed } = yield* Effect.tryPromise(() => followLog(sql, cluster)).pipe(
          Effect.catch(() => Effect.succeed({ moved: false, failed: true })),
        )
        if (failed && failures === 0)
          log("a copy of the searchable library cannot be kept current: npm run ops -- search status")
        failures = failed ? failures + 1 : 0
        if (!moved) yield* Effect.sleep(Duration.millis(Math.min(LOOK_MS * 2 ** failures, PAUSE_MS_MAX)))
      })
      yield* Effect.forkScoped(Effect.forever(round))
    }),
  )
