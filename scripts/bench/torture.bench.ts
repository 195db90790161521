import { torture } from "../../core/kernel/testing/torture/torture.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"

const EVENTS = 10_000_000
const SAY_EVERY_MS = 2_000

/** The torture test of the kernel with a hundred times as many events, and every commit flushed to disk. */
export default {
  about: "a reader of the log while writers fail, dawdle and are killed; --events N, 10,000,000 where not given",
  goals: [goalMax("absolute", "missed", 0), goalMax("absolute", "duplicated", 0), goalMax("absolute", "inverted", 0)],
  run: async ({ database, parameters, log }) => {
    const events = eventsOf(parameters)
    let saidAt = 0
    const report = await torture({
      url: await database(),
      seed: 1,
      events,
      processes: 3,
      connections: 6,
      eventsPerAppendMax: 400,
      hotStreams: 200,
      slow_ms_max: 50,
      endConnectionEvery: Math.max(500, events / 1_000),
      killProcessEvery: Math.max(8_000, events / 50),
      post: (line) => {
        if (performance.now() - saidAt < SAY_EVERY_MS) return
        saidAt = performance.now()
        log(line)
      },
    })
    return { ratios: {}, absolute: report }
  },
} satisfies Bench

/** `--events 1000000` and `--events=1000000` are equivalent. */
function eventsOf(parameters: ReadonlyArray<string>): number {
  const at = parameters.findIndex((parameter) => /^--events(=|$)/.test(parameter))
  if (at === -1) return EVENTS
  const text = parameters[at]?.split("=")[1] ?? parameters[at + 1] ?? ""
  const events = Number(text.replaceAll(/[,_]/g, ""))
  if (!Number.isInteger(events) || events < 1) throw new Error(`--events takes a whole number, not "${text}"`)
  return events
}
