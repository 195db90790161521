import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql"
import type { BenchContext } from "../lib/Bench.ts"
import { perSecond } from "./clients.ts"
import type { OpenStore } from "./open.ts"
import { command, data, newId, TYPE } from "./sample.ts"

const CLIENTS = 16
const COUNT = 2_000
/** Streams of one client in a round. Each is created once and then grows. */
const STREAMS = 30
/** The size of Emmett's connection pool; ours gets the same. */
export const EMMETT_CONNECTIONS = 10

let rounds = 0

/** Another TypeScript event store on PostgreSQL, with its schema in the same database. */
export async function openEmmett({ defer }: BenchContext, url: string) {
  const store = getPostgreSQLEventStore(url)
  defer(() => store.close())
  await store.schema.migrate()
  return store
}

/** One event per append at an expected version, with the same data. */
export const appendWithEmmett = (store: Awaited<ReturnType<typeof openEmmett>>) => {
  const round = rounds++
  return perSecond({ clients: CLIENTS, count: COUNT }, (index, client) =>
    store.appendToStream(
      `many-${round}:${client}:${index % STREAMS}`,
      [{ type: TYPE, data, metadata: { correlationId: newId(), causationId: newId(), actor: "user:QU0001" } }],
      { expectedStreamVersion: BigInt(Math.floor(index / STREAMS)) },
    ),
  )
}

export const appendAsEmmett = ({ run, store }: OpenStore) => {
  const round = rounds++
  return perSecond({ clients: CLIENTS, count: COUNT }, (index, client) => {
    const [stream, expected] = [`emmett-${round}:${client}:${index % STREAMS}`, Math.floor(index / STREAMS)]
    const event = { eventId: newId(), type: TYPE, data }
    return run(store.append(command([{ stream, expected, events: [event] }])))
  })
}
