import { runFailovers } from "./failover/runFailovers.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"

const KILLS = 20

/** Kills the primary and promotes its synchronous standby, while writers append. */
export default {
  about: "facts lost and doubled over 20 kills of the primary with a synchronous standby; --kills N",
  goals: [
    goalMax("absolute", "acknowledged_facts_lost", 0),
    goalMax("absolute", "doubled", 0),
    goalMax("absolute", "writes_back_p95_s", 5),
  ],
  run: async ({ parameters, say }) => {
    const kills = Number(parameters.find((each) => each.startsWith("--kills="))?.slice("--kills=".length) ?? KILLS)
    const { acknowledged, lost, doubled, backMs } = await runFailovers(kills, say)
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
    }
  },
} satisfies Bench
