import { type Bench, goalMax } from "./lib/Bench.ts"
import { runRolling } from "./rolling/runRolling.ts"

const ROUNDS = 10
const PER_SECOND = 200
const REQUESTS_MIN = 100_000

/** Counts requests that fail while all processes are replaced behind HAProxy and another release is rolled out. */
export default {
  about:
    "failed requests at 200/s behind HAProxy while every process is replaced 10 times and a release is rolled out; --rounds=N --rate=N --requests=N",
  goals: [goalMax("absolute", "failed_requests", 0), goalMax("ratio", "p99_vs_quiet", 2)],
  run: async ({ log, database, parameters }) => {
    const given = (name: string, otherwise: number) =>
      Number(parameters.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
    const { quiet, rolling, streams, builds, replaced } = await runRolling({
      databaseUrl: await database(),
      rounds: given("rounds", ROUNDS),
      perSecond: given("rate", PER_SECOND),
      requestsMin: given("requests", REQUESTS_MIN),
      quietMs: 30_000,
      people: 40,
      demo: true,
      log,
    })
    const causes = [quiet.failures, rolling.failures, streams.failures].flatMap((each) => Object.entries(each))
    for (const [cause, count] of causes) log(`  ${count} × ${cause}`)
    log(`  ${Object.values(quiet.failures).reduce((a, b) => a + b, 0)} of them before anything was replaced`)
    for (const each of builds) log(`  answered: ${each}`)
    const p99 = (ms: ReadonlyArray<number>) => ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0
    return {
      ratios: { p99_vs_quiet: p99(rolling.ms) / p99(quiet.ms) },
      absolute: {
        failed_requests: causes.reduce((sum, [, count]) => sum + count, 0),
        requests: quiet.sent + rolling.sent + streams.sent,
        streams: streams.sent,
        replaced_processes: replaced,
        quiet_p99_ms: p99(quiet.ms),
        rolling_p99_ms: p99(rolling.ms),
      },
    }
  },
} satisfies Bench
