import { randomUUID } from "node:crypto"
import { connect } from "#core/kernel"
import { CLIENTS, newEvent, openStore } from "./events/stores.ts"
import { openEmmett, openRaw } from "./events/yardsticks.ts"
import { atLeast, type Bench } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"

const STREAMS = 2_000
const SINGLE_EVENTS = 6_000
const BULK_APPENDS = 120
const BULK_EVENTS = 100
const HOT_COMMANDS = 2_000
const HOT_COMMANDS_UNBATCHED = 200
/** Readers of a busy room who write at the same time: enough to fill a micro-batch. */
const HOT_CLIENTS = 50
const ROUNDS = 7

/** Appends against plain inserts, batches against single commands, with and without a listener, and against Emmett. */
export default {
  about: "appends beside raw inserts over the same driver, and beside Emmett",
  goals: [
    atLeast("ratio", "single_append_vs_raw_insert", 0.6),
    atLeast("ratio", "append100_vs_multirow_insert", 0.75),
    atLeast("ratio", "hot_stream_batched_vs_unbatched", 20),
    atLeast("ratio", "append_with_listener_vs_without", 0.95),
    atLeast("ratio", "single_append_vs_emmett", 1.5),
  ],
  run: async ({ database, defer, say }) => {
    const url = await database()
    const store = openStore(url)
    defer(store.close)
    const raw = await openRaw(url)
    defer(raw.close)
    const emmett = await openEmmett(url)
    defer(emmett.close)
    const streams = Array.from({ length: STREAMS }, () => `bench-${randomUUID()}`)
    const streamAt = (index: number) => streams[index % STREAMS] ?? ""
    const single = () => perSecond(SINGLE_EVENTS, CLIENTS, (n) => store.append(streamAt(n), [newEvent()]))

    const singles = await interleaved(
      {
        ours: single,
        raw: () => perSecond(SINGLE_EVENTS, CLIENTS, (n) => raw.insert(streamAt(n))),
        emmett: () => perSecond(SINGLE_EVENTS / 4, CLIENTS, (n) => emmett.append(streamAt(n))),
      },
      { rounds: ROUNDS, say },
    )

    const bulk = (append: (stream: string) => Promise<unknown>) => async () =>
      BULK_EVENTS * (await perSecond(BULK_APPENDS, 4, () => append(`bench-${randomUUID()}`)))
    const bulks = await interleaved(
      {
        ours: bulk((stream) => store.append(stream, Array.from({ length: BULK_EVENTS }, newEvent))),
        raw: bulk((stream) => raw.insertMany(stream, BULK_EVENTS)),
      },
      { rounds: ROUNDS, say },
    )

    const writeAlone = await store.single()
    const writeBatched = await store.batched()
    const hot = await interleaved(
      {
        batched: () => onHotStream(HOT_COMMANDS, HOT_CLIENTS, writeBatched),
        // One client: writers that meet on a stream decide anew, and more of them only make it slower.
        unbatched: () => onHotStream(HOT_COMMANDS_UNBATCHED, 1, writeAlone),
      },
      { rounds: ROUNDS, say },
    )

    const listening = await interleaved(
      {
        without: single,
        with: async () => {
          const listener = connect(url, { connectionsMax: 1 })
          let heard = 0
          const { unlisten } = await listener.listen("es_appended", () => heard++)
          try {
            return await single()
          } finally {
            if (heard === 0) say("the listener heard nothing")
            await unlisten()
            await listener.end()
          }
        },
      },
      { rounds: ROUNDS, say },
    )

    return {
      ratios: {
        single_append_vs_raw_insert: singles.ratio("ours", "raw"),
        append100_vs_multirow_insert: bulks.ratio("ours", "raw"),
        hot_stream_batched_vs_unbatched: hot.ratio("batched", "unbatched"),
        append_with_listener_vs_without: listening.ratio("with", "without"),
        single_append_vs_emmett: singles.ratio("ours", "emmett"),
      },
      absolute: {
        single_appends_per_second: singles.median("ours"),
        bulk_events_per_second: bulks.median("ours"),
        hot_stream_events_per_second: hot.median("batched"),
      },
    }
  },
} satisfies Bench

/** Commands per second of several clients, each sending one after the other. */
const perSecond = async (count: number, clients: number, send: (n: number) => PromiseLike<unknown>): Promise<number> => {
  let next = 0
  const began = performance.now()
  const client = async () => {
    for (let n = next++; n < count; n = next++) await send(n)
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (count / (performance.now() - began)) * 1000
}

/** A stream of its own for every round, so that its length is the same for both. */
const onHotStream = (count: number, clients: number, write: (id: string) => Promise<unknown>) => {
  const id = randomUUID()
  return perSecond(count, clients, () => write(id))
}
