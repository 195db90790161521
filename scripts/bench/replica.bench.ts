import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { runReplica } from "./replica/runReplica.ts"

/** Fewer pages need too little processor time to compare. */
const PAGES_MIN = 1_500

/** Runs the product on a primary and a streaming standby with 0, 100 ms and 2 s of lag. */
export default {
  about: "stale reads of a person's own writes, and the share of reads on a standby with 0, 100 ms and 2 s of lag",
  goals: [
    goalMax("absolute", "stale_own_reads", 0),
    goalMin("ratio", "share_on_replica", 0.9),
    goalMax("ratio", "share_on_replica_paused", 0),
    goalMax("ratio", "primary_cpu_vs_alone", 0.4),
  ],
  run: async ({ log, parameters }) => {
    const given = parameters.find((each) => each.startsWith("--reads="))?.slice("--reads=".length)
    const ownReads = Number(given ?? 10_000)
    const found = await runReplica({
      people: 60,
      ownReads,
      mixed: Math.ceil(ownReads / 5),
      perSecond: 40,
      compared: Math.max(PAGES_MIN, Math.ceil(ownReads / 4)),
      demo: true,
      log,
    })
    return {
      ratios: {
        share_on_replica: found.shareOnReplica,
        share_on_replica_at_2s: found.shareAt2s,
        share_on_replica_paused: found.shareWhilePaused,
        primary_cpu_vs_alone: found.primaryCpuVsAlone ?? Number.NaN,
      },
      absolute: {
        stale_own_reads: found.stale,
        own_reads: ownReads,
        fallbacks: found.fallbacks,
        conflicts: found.conflicts,
      },
    }
  },
} satisfies Bench
