import { type Bench, goalMax } from "./lib/Bench.ts"
import { runRestore } from "./restore/runRestore.ts"

const EVENTS = 1_000_000
const WRITE_MS = 20_000

/** Loses the disk of the embedded PostgreSQL under load, and restores everything from BACKUP_DIR alone. */
export default {
  about: "time and loss when the disk is lost under load and only BACKUP_DIR survives; --events=N",
  goals: [goalMax("absolute", "rto_s", 60), goalMax("absolute", "rpo_s", 5), goalMax("absolute", "doubled", 0)],
  run: async ({ parameters, log }) => {
    const given = parameters.find((each) => each.startsWith("--events="))?.slice("--events=".length)
    const figures = await runRestore({ events: Number(given ?? EVENTS), writeMs: WRITE_MS, log })
    return {
      ratios: {},
      absolute: {
        rto_s: figures.restoredMs / 1_000,
        restore_command_s: figures.commandMs / 1_000,
        rpo_s: figures.lostMs / 1_000,
        acknowledged_facts_lost: figures.lost,
        doubled: figures.doubled,
        acknowledged_facts: figures.acknowledged,
        events: figures.events,
        copy_mb: figures.copyBytes / 1e6,
      },
    }
  },
} satisfies Bench
