import type { SqlClient } from "../database/Sql.ts"
import {
  appendBatchOnce,
  appendGroupOnce,
  type Batch,
  type PreparedBatch,
  prepareBatchJson,
} from "../store/appendStatements.ts"
import { ANY_VERSION, APPEND_EVENTS_MAX, type Receipt } from "../store/EventStore.ts"

/**
 * Maximum number of concurrent statements. Batches that arrive later wait and share a transaction: a commit costs the
 * database, and a round trip this process, about the same for one stream as for ten.
 */
const UNDERWAY_MAX = 2
/** Maximum number of streams in one transaction. */
const GROUP_STREAMS_MAX = 64
/** Maximum characters of JSON in one transaction, unless a single batch is larger. */
const GROUP_CHARACTERS_MAX = 1_000_000
/** How long a stream with a conflict commits alone, because its conflicts would abort the whole group. */
const ALONE_MS = 1_000
const ALONE_STREAMS_MAX = 1_000

type Waiting = {
  readonly batch: PreparedBatch
  readonly settle: PromiseWithResolvers<ReadonlyArray<Receipt>>
}

/**
 * Group commit: batches for different streams that wait at the same time share one transaction. If it fails, each batch
 * runs in its own transaction, so that none fails because of another.
 * @param nowMs a monotonic clock in milliseconds
 */
export const groupCommit = (sql: SqlClient, nowMs: () => number = () => performance.now()) => {
  const waiting: Array<Waiting> = []
  /** Until when a stream commits alone. */
  const alone = new Map<string, number>()
  let underway = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || waiting.length === 0 || underway >= UNDERWAY_MAX) return
    isScheduled = true
    // Requests read in one turn of the event loop share a group.
    setImmediate(() => {
      isScheduled = false
      void run(take())
      schedule()
    })
  }

  const goesAlone = ({ stream, expected }: PreparedBatch): boolean =>
    expected === ANY_VERSION || (alone.get(stream) ?? 0) > nowMs()

  const take = (): ReadonlyArray<Waiting> => {
    const streams = new Set<string>()
    let [events, characters] = [0, 0]
    let count = 0
    for (const { batch } of waiting) {
      events += batch.lasts.at(-1) ?? 0
      characters += batch.eventsJson.length
      const isFull = count >= GROUP_STREAMS_MAX || events > APPEND_EVENTS_MAX || characters > GROUP_CHARACTERS_MAX
      if (count > 0 && (isFull || streams.has(batch.stream) || goesAlone(batch))) break
      streams.add(batch.stream)
      count += 1
      if (goesAlone(batch)) break
    }
    return waiting.splice(0, count)
  }

  const run = async (group: ReadonlyArray<Waiting>): Promise<void> => {
    underway += 1
    try {
      if (group.length > 1) await together(group.toSorted(byStream))
      else await Promise.all(group.map(byItself))
    } finally {
      underway -= 1
      schedule()
    }
  }

  const together = async (group: ReadonlyArray<Waiting>): Promise<void> => {
    try {
      const receipts = await appendGroupOnce(
        sql,
        group.map(({ batch }) => batch),
      )
      for (const [at, { settle }] of group.entries()) settle.resolve(receipts[at] ?? [])
    } catch {
      await Promise.all(group.map(byItself))
    }
  }

  const byItself = async ({ batch, settle }: Waiting): Promise<void> => {
    try {
      settle.resolve(await appendBatchOnce(sql, batch))
    } catch (error) {
      if (alone.size >= ALONE_STREAMS_MAX) alone.clear()
      alone.set(batch.stream, nowMs() + ALONE_MS)
      settle.reject(error)
    }
  }

  /** Executes a batch, together with others that are waiting. Rejects with the errors of appendBatchOnce. */
  return (batch: Batch): Promise<ReadonlyArray<Receipt>> => {
    const settle = Promise.withResolvers<ReadonlyArray<Receipt>>()
    waiting.push({ batch: prepareBatchJson(batch), settle })
    schedule()
    return settle.promise
  }
}

const byStream = ({ batch: one }: Waiting, { batch: other }: Waiting): number => (one.stream < other.stream ? -1 : 1)
