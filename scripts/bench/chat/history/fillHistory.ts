import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { connect } from "#core/kernel"

/** Worker threads that create messages. */
const THREADS = 2
const BUILD_MEMORY = "1GB"

export type FillWork = {
  readonly url: string
  readonly roomId: string
  readonly senders: ReadonlyArray<string>
  readonly messages: number
  /** Start of this thread's range of numbers. */
  readonly from: number
  readonly to: number
}

/**
 * Fills an empty room with a long history by copying rows of the projection's fold into the read model without indexes.
 * The log does not contain them, so no other process may run and nobody may write in the room.
 */
export const fillHistory = async (
  { url, roomId, senders, messages }: Omit<FillWork, "from" | "to">,
  log: (line: string) => void,
): Promise<void> => {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const indexes = await dropIndexes(sql)
    const began = performance.now()
    const share = Math.ceil(messages / THREADS)
    const threads = Array.from({ length: THREADS }, (_, thread) =>
      fillShare({
        ...{ url, roomId, senders, messages },
        ...{ from: thread * share + 1, to: Math.min((thread + 1) * share, messages) + 1 },
      }),
    )
    await Promise.all(threads)
    const copied = performance.now()
    await sql.unsafe(`set maintenance_work_mem = '${BUILD_MEMORY}'`)
    for (const make of indexes) await sql.unsafe(make)
    await sql`update rm_chat_1.chat_room set head = ${messages} where room_id = ${roomId}`
    await sql.unsafe("vacuum analyze rm_chat_1.chat_message")
    await sql.unsafe("checkpoint")
    const seconds = [copied - began, performance.now() - copied].map((ms) => Math.round(ms / 1_000))
    log(`${messages} messages copied in ${seconds[0]} s, their indexes made in ${seconds[1]} s`)
  } finally {
    await sql.end()
  }
}

/** Drops key and indexes of messages. Returns the statements that restore them. */
const dropIndexes = async (sql: ReturnType<typeof connect>): Promise<ReadonlyArray<string>> => {
  const found = await sql<Array<{ make: string; drop: string }>>`
    select case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
    where i.indrelid = 'rm_chat_1.chat_message'::regclass`
  for (const { drop } of found) await sql.unsafe(drop)
  return found.map(({ make }) => make)
}

const fillShare = async (work: FillWork): Promise<void> => {
  const worker = new Worker(new URL("./fillThread.ts", import.meta.url), { workerData: work })
  const [code] = await once(worker, "exit")
  if (code !== 0) throw new Error(`a thread that made messages ended with ${code}`)
}
