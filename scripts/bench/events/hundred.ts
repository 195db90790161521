import type { SqlClient } from "#core/kernel"
import { perSecond } from "./clients.ts"
import type { OpenStore } from "./open.ts"
import { command, data, newEvent, newId, TYPE } from "./sample.ts"

const CLIENTS = 4
const APPENDS = 150
const EVENTS = 100

const COLUMNS = ["stream", "version", "event_id", "type", "correlation_id", "causation_id", "actor", "data"]
/** One statement for all rounds, prepared once per connection. */
const STATEMENT = `insert into bench.raw (${COLUMNS.join(", ")}) values ${Array.from(
  { length: EVENTS },
  (_, row) => `(${COLUMNS.map((_, column) => `$${row * COLUMNS.length + column + 1}`).join(", ")})`,
).join(", ")} returning position`

let rounds = 0

/** Appends a hundred events at a time. Returns events per second. */
export const appendHundreds = async ({ run, store }: OpenStore) => {
  const round = rounds++
  const rate = await perSecond({ clients: CLIENTS, count: APPENDS }, (index, client) => {
    const events = Array.from({ length: EVENTS }, newEvent)
    return run(store.append(command([{ stream: `hundred-${round}:${client}:${index}`, expected: 0, events }])))
  })
  return rate * EVENTS
}

/** The baseline: one INSERT of a hundred rows into a plain table. */
export const insertHundreds = async (sql: SqlClient) => {
  const round = rounds++
  const rate = await perSecond({ clients: CLIENTS, count: APPENDS }, (index, client) => {
    const [correlation, causation] = [newId(), newId()]
    const rows = Array.from({ length: EVENTS }, (_, version) => [
      `hundred-${round}:${client}:${index}`,
      version + 1,
      newId(),
      TYPE,
      correlation,
      causation,
      "user:QU0001",
      data,
    ])
    return sql.unsafe(STATEMENT, rows.flat() as Array<string>, { prepare: true })
  })
  return rate * EVENTS
}
