import { Effect } from "effect"
import { Hints } from "#core/kernel"
import { appendAsEmmett, appendWithEmmett, EMMETT_CONNECTIONS, openEmmett } from "./events/emmett.ts"
import { appendBatches, appendToOne, writeBatched, writeInTurn, writeUnbatched } from "./events/hot.ts"
import { appendHundreds, insertHundreds } from "./events/hundred.ts"
import { openBenchStore, openTable } from "./events/open.ts"
import { appendOneByOne, insertOneByOne } from "./events/single.ts"
import { type Bench, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"

const CONNECTIONS = 16
const ROUNDS = 7

/**
 * Compares appends to the event store with the simplest ways to write the same data. Every commit is flushed to disk.
 */
export default {
  about: "appends to the event store against raw inserts, unbatched writes, silence, and another event store",
  goals: [
    goalMin("ratio", "single_append_vs_raw_insert", 0.85),
    goalMin("ratio", "append100_vs_multirow_insert", 1),
    goalMin("ratio", "hot_stream_batched_vs_unbatched", 20),
    goalMin("ratio", "append_with_listener_vs_without", 0.95),
    goalMin("ratio", "single_append_vs_emmett", 1.5),
  ],
  run: async (context) => {
    const url = await context.database()
    const store = await openBenchStore(context, url, { connections: CONNECTIONS })
    const table = await openTable(context, url, CONNECTIONS)
    const measure = <Name extends string>(contenders: Readonly<Record<Name, () => Promise<number>>>) =>
      interleaved(contenders, { rounds: ROUNDS, log: context.log })

    const single = await measure({ append: () => appendOneByOne(store), raw: () => insertOneByOne(table) })
    const hundred = await measure({ append: () => appendHundreds(store), raw: () => insertHundreds(table) })
    const hot = await measure({
      batched: () => writeBatched(store),
      unbatched: () => writeUnbatched(store),
      sequential: () => writeInTurn(store),
      batches: () => appendBatches(store),
      singles: () => appendToOne(store),
    })

    const announcing = await openBenchStore(context, url, { connections: CONNECTIONS, hints: true })
    let received = 0
    const listener = await openBenchStore(context, url, { connections: 1, hints: true })
    await listener.run(Effect.flatMap(Hints, (hints) => hints.listen(() => received++)))
    const listening = await measure({ with: () => appendOneByOne(announcing), without: () => appendOneByOne(store) })
    if (received === 0) throw new Error("the listener heard nothing, so nothing was measured")

    const emmett = await openEmmett(context, url)
    const small = await openBenchStore(context, url, { connections: EMMETT_CONNECTIONS })
    const other = await measure({ ours: () => appendAsEmmett(small), emmett: () => appendWithEmmett(emmett) })

    return {
      ratios: {
        single_append_vs_raw_insert: single.ratio("append", "raw"),
        append100_vs_multirow_insert: hundred.ratio("append", "raw"),
        hot_stream_batched_vs_unbatched: hot.ratio("batched", "unbatched"),
        append_with_listener_vs_without: listening.ratio("with", "without"),
        single_append_vs_emmett: other.ratio("ours", "emmett"),
        hot_stream_batched_vs_in_turn: hot.ratio("batched", "sequential"),
        append_batch_vs_append_to_one_stream: hot.ratio("batches", "singles"),
      },
      absolute: {
        single_appends_per_s: single.median("append"),
        append100_events_per_s: hundred.median("append"),
        hot_stream_batched_events_per_s: hot.median("batched"),
        hot_stream_unbatched_events_per_s: hot.median("unbatched"),
        hot_stream_in_turn_events_per_s: hot.median("sequential"),
        hot_stream_append_batch_events_per_s: hot.median("batches"),
        hot_stream_append_events_per_s: hot.median("singles"),
        emmett_appends_per_s: other.median("emmett"),
      },
    }
  },
} satisfies Bench
