import { writeBatched } from "./events/hot.ts"
import { openBenchStore } from "./events/open.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { openBooks } from "./money/transfers.ts"
import { openRules } from "./subscriptions/openRules.ts"
import { rebuildSubscriptions } from "./subscriptions/rebuildSubscriptions.ts"
import { simulateYears } from "./subscriptions/simulateYears.ts"

/** `npm run bench -- subscriptions` */
export default {
  about:
    "renewals and paydays of subscriptions against transfers, a rush for premium seats against a busy stream, rebuilds, " +
    "levels of payers, and ten simulated years",
  goals: [
    goalMin("ratio", "renewals_vs_transfers", 0.8),
    goalMin("ratio", "payday_vs_transfers", 3),
    goalMin("ratio", "seat_rush", 0.5),
    goalMin("ratio", "rebuild_vs_copy_out", 0.7),
    goalMax("absolute", "simulated_years_s", 60),
    goalMax("absolute", "entitlement_check_p99_ms", 1),
  ],
  run: async (context) => {
    const url = await context.database()
    const books = await openBooks(context, url)
    const rules = await openRules(context, url)
    const rounds = await interleaved(
      { transfers: books.transfers, renewals: rules.renewals, payday: rules.payday },
      { log: context.log },
    )
    const store = await openBenchStore(context, url, { connections: 8 })
    const rush = await interleaved(
      { batched: () => writeBatched(store), seat_rush: rules.seatRush },
      { log: context.log },
    )
    const rebuilt = await rebuildSubscriptions(context, url)
    return {
      ratios: {
        seat_rush: rush.ratio("seat_rush", "batched"),
        rebuild_vs_copy_out: rebuilt.ratio,
        renewals_vs_transfers: rounds.ratio("renewals", "transfers"),
        payday_vs_transfers: rounds.ratio("payday", "transfers"),
      },
      absolute: {
        transfers_per_s: rounds.median("transfers"),
        renewals_per_s: rounds.median("renewals"),
        cycles_closed_per_s: rounds.median("payday"),
        seat_rush_people_per_s: rush.median("seat_rush"),
        rebuild_events_per_s: rebuilt.eventsPerSecond,
        entitlement_check_p99_ms: await rules.levelP99(),
        simulated_years_s: simulateYears(),
      },
    }
  },
} satisfies Bench
