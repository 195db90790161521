import { connect } from "#core/kernel"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { balances } from "./money/balances.ts"
import { rowLock } from "./money/rowLock.ts"
import { CLIENTS, openBooks, tpcb } from "./money/transfers.ts"

const ROUNDS = 7
const EVENTS = 1_000_000

/** `npm run bench -- money [--events=N]` */
export default {
  about:
    "transfers through the ledger against pgbench's transaction and a plain two-row transfer, rebuilds and statements",
  goals: [
    goalMin("ratio", "transfers_vs_tpcb", 0.6),
    goalMin("ratio", "hot_account_vs_tpcb", 0.25),
    goalMin("ratio", "transfers_vs_rowlock", 1.5),
    goalMin("ratio", "balance_rebuild_vs_foundation", 0.8),
    goalMax("absolute", "statement_page_p95_ms", 30),
  ],
  run: async (context) => {
    const url = await context.database()
    const books = await openBooks(context, url)
    const sql = connect(url, { connectionsMax: CLIENTS })
    context.defer(() => sql.end())
    const rounds = await interleaved(
      { transfers: books.transfers, tpcb: await tpcb(sql), fees: books.fees, rowlock: await rowLock(sql) },
      { rounds: ROUNDS, log: context.log },
    )
    const given = context.parameters.find((parameter) => parameter.startsWith("--events="))
    const rebuilt = await balances(context, given === undefined ? EVENTS : Number(given.slice("--events=".length)))
    return {
      ratios: {
        transfers_vs_tpcb: rounds.ratio("transfers", "tpcb"),
        hot_account_vs_tpcb: rounds.ratio("fees", "tpcb"),
        transfers_vs_rowlock: rounds.ratio("transfers", "rowlock"),
        ...rebuilt.ratios,
      },
      absolute: {
        transfers_per_s: rounds.median("transfers"),
        hot_account_transfers_per_s: rounds.median("fees"),
        tpcb_per_s: rounds.median("tpcb"),
        rowlock_per_s: rounds.median("rowlock"),
        ...rebuilt.absolute,
      },
    }
  },
} satisfies Bench
