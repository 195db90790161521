import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { connect, type SqlClient } from "#core/kernel"
import { prepareProjections } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"

/** Threads that generate items concurrently. */
const THREADS = 2
const BUILD_MEMORY = "1GB"

export type SeedWork = {
  readonly url: string
  readonly items: number
  readonly endMs: number
  /** The range of items of this worker; the end is exclusive. */
  readonly from: number
  readonly to: number
  readonly withFeeds: boolean
}

/**
 * Fills the read models of an empty database with a generated library, with the rows of their own folds but without a
 * log. Copies rows without indexes and then creates the indexes. Returns the duration of each step.
 */
export const seedLibrary = async (
  url: string,
  { items, endMs, log }: { readonly items: number; readonly endMs: number; readonly log: (line: string) => void },
): Promise<{ readonly copy_s: number; readonly index_s: number }> => {
  const sql = connect(url, { connectionsMax: 4 })
  try {
    await prepareProjections(sql, projections, { decode: () => ({ _tag: "" }) })
    const indexes = await dropIndexes(sql)
    const began = performance.now()
    const share = Math.ceil(items / THREADS)
    await Promise.all(
      Array.from({ length: THREADS }, (_, thread) =>
        runWorker(
          {
            url,
            items,
            endMs,
            from: thread * share,
            to: Math.min((thread + 1) * share, items),
            withFeeds: thread === 0,
          },
          log,
        ),
      ),
    )
    const copied = performance.now()
    log(`rows copied after ${Math.round((copied - began) / 1000)} s`)
    await sql.unsafe(`set maintenance_work_mem = '${BUILD_MEMORY}'`)
    for (const index of indexes) await sql.unsafe(index)
    await sql.unsafe("vacuum analyze")
    const indexed = performance.now()
    log(`indexes made after another ${Math.round((indexed - copied) / 1000)} s`)
    await sql.unsafe("checkpoint")
    return { copy_s: (copied - began) / 1000, index_s: (indexed - copied) / 1000 }
  } finally {
    await sql.end()
  }
}

/** Drops keys and indexes of all read models. Returns the statements that restore them. */
const dropIndexes = async (sql: SqlClient): Promise<ReadonlyArray<string>> => {
  const found = await sql<Array<{ make: string; drop: string }>>`
    select case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop
    from pg_index i join pg_class t on t.oid = i.indrelid left join pg_constraint c on c.conindid = i.indexrelid
    where t.relnamespace::regnamespace::text like 'rm\\_%'`
  for (const { drop } of found) await sql.unsafe(drop)
  return found.map(({ make }) => make)
}

const runWorker = async (work: SeedWork, log: (line: string) => void): Promise<void> => {
  const worker = new Worker(new URL("./seedThread.ts", import.meta.url), { workerData: work })
  worker.on("message", (done: number) => log(`${done} of ${work.to - work.from} items made`))
  const [code] = await once(worker, "exit")
  if (code !== 0) throw new Error(`a worker that made items ended with ${code}`)
}
