import type { SqlClient } from "#core/kernel"
import { perSecond } from "./clients.ts"
import type { OpenStore } from "./open.ts"
import { command, data, newEvent, newId, TYPE } from "./sample.ts"

const CLIENTS = 16
const COUNT = 6_000
/** Streams of one client in a round. Each is created once and then grows. */
const STREAMS = 60

let rounds = 0

/** One event per append, 16 clients, many streams. */
export const appendOneByOne = ({ run, store }: OpenStore) => {
  const round = rounds++
  return perSecond({ clients: CLIENTS, count: COUNT }, (index, client) => {
    const [stream, expected] = [`many-${round}:${client}:${index % STREAMS}`, Math.floor(index / STREAMS)]
    return run(store.append(command([{ stream, expected, events: [newEvent()] }])))
  })
}

/** The baseline: the same columns into a plain table, one row per statement. */
export const insertOneByOne = (sql: SqlClient) => {
  const round = rounds++
  return perSecond({ clients: CLIENTS, count: COUNT }, (index, client) => {
    const [stream, version] = [`many-${round}:${client}:${index % STREAMS}`, 1 + Math.floor(index / STREAMS)]
    return sql`
      insert into bench.raw
        (stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
      values (${stream}, ${version}, ${newId()}, ${TYPE}, ${newId()}, ${newId()}, ${"user:QU0001"}, ${sql.json(data)},
        ${null}, ${null})
      returning position`
  })
}
