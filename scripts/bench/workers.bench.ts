import { type Bench, goalMax } from "./lib/Bench.ts"
import { runWorkers } from "./workers/runWorkers.ts"

/** Three workers on one database, of which one is killed every few seconds. */
export default {
  about:
    "leases with two holders and mails sent twice by three workers that are killed in turn; --kills=N --feeds=N --mails=N",
  goals: [goalMax("absolute", "lease_overlaps", 0), goalMax("absolute", "mails_twice", 0)],
  run: async ({ database, log, parameters }) => {
    const given = (name: string, otherwise: number) =>
      Number(parameters.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
    const figures = await runWorkers({
      databaseUrl: await database(),
      kills: given("kills", 20),
      feeds: given("feeds", 4_000),
      mails: given("mails", 1_000),
      log,
    })
    return {
      ratios: {},
      absolute: {
        lease_overlaps: figures.overlaps,
        mails_twice: figures.mailsTwice,
        mails_of_unknown_fate: figures.mailsUnknown,
        mails_lost: figures.mailsLost,
        mails: figures.mails,
        feed_checks: figures.checks,
        leases_taken: figures.leases,
        longest_takeover_s: figures.takeoverMs / 1_000,
        kills: figures.kills,
      },
    }
  },
} satisfies Bench
