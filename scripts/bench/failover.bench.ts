import { runAsynchronous } from "./failover/runAsynchronous.ts"
import { runFailovers } from "./failover/runFailovers.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"

const KILLS = 20
const SYNCHRONOUS = [
  goalMax("absolute", "acknowledged_facts_lost", 0),
  goalMax("absolute", "doubled", 0),
  goalMax("absolute", "writes_back_p95_s", 5),
]
const ASYNCHRONOUS = [
  goalMax("absolute", "doubled", 0),
  goalMax("absolute", "readers_beyond_the_log", 0),
  goalMax("absolute", "readers_that_disagree", 0),
  goalMax("absolute", "era_seen_s", 2),
]

/**
 * Kills the primary and promotes its standby, while writers append. With `--asynchronous` the standby lacks the last commits:
 * what is lost is counted, and whether readers notice.
 */
export default {
  about:
    "facts lost and doubled over 20 kills of the primary with a synchronous standby; --kills=N, --asynchronous: eras",
  goals: [...new Map([...SYNCHRONOUS, ...ASYNCHRONOUS].map((goal) => [goal.key, goal])).values()],
  run: async ({ parameters, log }) => {
    const kills = Number(parameters.find((each) => each.startsWith("--kills="))?.slice("--kills=".length) ?? KILLS)
    if (parameters.includes("--asynchronous")) {
      const { acknowledged, lost, doubled, seenMs, beyond, disagreeing } = await runAsynchronous(kills, log)
      return {
        ratios: {},
        absolute: {
          acknowledged_facts: acknowledged,
          facts_lost_with_the_primary: lost,
          doubled,
          readers_beyond_the_log: beyond,
          readers_that_disagree: disagreeing,
          era_seen_s: Math.max(...seenMs) / 1_000,
          kills: seenMs.length,
        },
        leftOut: SYNCHRONOUS.filter(({ key }) => key !== "doubled"),
      }
    }
    const { acknowledged, lost, doubled, backMs } = await runFailovers(kills, log)
    const sorted = backMs.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1_000
    return {
      ratios: {},
      absolute: {
        acknowledged_facts_lost: lost,
        doubled,
        writes_back_p95_s: at(0.95),
        writes_back_median_s: at(0.5),
        acknowledged_facts: acknowledged,
        kills: backMs.length,
      },
      leftOut: ASYNCHRONOUS.filter(({ key }) => key !== "doubled"),
    }
  },
} satisfies Bench
