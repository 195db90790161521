import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { commitToReadable } from "./projections/commitToReadable.ts"
import { rebuildAll } from "./projections/rebuildAll.ts"
import { rebuildSpeed } from "./projections/rebuildSpeed.ts"

const EVENTS = 1_000_000
const SECONDS = 20
const ITEMS = 10_000

/** `npm run bench -- projections [--events=N] [--seconds=N] [--items=N]` */
const bench: Bench = {
  about: "how fast read models are rebuilt, and how soon a fact is readable",
  goals: [
    goalMin("ratio", "rebuild_vs_copy_out", 0.8),
    goalMax("ratio", "rebuild_all_vs_slowest_single", 1.8),
    goalMax("absolute", "commit_to_readable_p99_ms", 25),
  ],
  run: async (context) => {
    const given = (name: string, standard: number) => {
      const found = context.parameters.find((parameter) => parameter.startsWith(`--${name}=`))
      return found ? Number(found.slice(name.length + 3)) : standard
    }
    const waits = await commitToReadable(context, given("seconds", SECONDS))
    const single = await rebuildSpeed(context, given("events", EVENTS))
    const all = await rebuildAll(context, given("items", ITEMS))
    return {
      ratios: { ...single.ratios, ...all.ratios },
      absolute: { ...waits, ...single.absolute, ...all.absolute },
    }
  },
}
export default bench
