import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { commitToReadable } from "./projections/commitToReadable.ts"
import { rebuildSpeed } from "./projections/rebuildSpeed.ts"

const EVENTS = 1_000_000
const SECONDS = 20

/** `npm run bench -- projections [--events=N] [--seconds=N]` */
const bench: Bench = {
  about: "how fast read models are rebuilt, and how soon a fact is readable",
  goals: [
    goalMin("ratio", "rebuild_vs_copy_out", 0.8),
    goalMin("ratio", "rebuild_two_workers_vs_one", 1.6),
    goalMax("absolute", "commit_to_readable_p99_ms", 25),
  ],
  run: async (context) => {
    const given = (name: string, standard: number) => {
      const found = context.parameters.find((parameter) => parameter.startsWith(`--${name}=`))
      return found ? Number(found.slice(name.length + 3)) : standard
    }
    const waits = await commitToReadable(context, given("seconds", SECONDS))
    const { ratios, absolute } = await rebuildSpeed(context, given("events", EVENTS))
    return { ratios, absolute: { ...waits, ...absolute } }
  },
}
export default bench
