import { randomUUID } from "node:crypto"
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql"
import { connect } from "#core/kernel"
import { CLIENTS, newEvent } from "./stores.ts"

/** Plain inserts into a table like es.event, over the same driver: what an event store cannot be faster than. */
export const openRaw = async (url: string) => {
  const sql = connect(url, { connectionsMax: CLIENTS })
  await sql.unsafe(`
    create table raw_event (like es.event including defaults);
    alter table raw_event add primary key (position);
    create unique index on raw_event (stream, version);
    create sequence raw_position`)
  let version = 0
  const row = (stream: string) => {
    const { eventId, type, data } = newEvent()
    const id = randomUUID()
    return {
      stream,
      version: ++version,
      event_id: eventId,
      type,
      correlation_id: id,
      causation_id: id,
      actor: "guest",
      data: data as never,
      subject_id: null,
      sealed: null,
    }
  }
  return {
    insert: (stream: string) => {
      const r = row(stream)
      return sql`
        insert into raw_event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
        values (nextval('raw_position'), ${r.stream}, ${r.version}, ${r.event_id}, ${r.type}, ${r.correlation_id}, ${r.causation_id},
          ${r.actor}, ${sql.json(r.data)}, ${r.subject_id}, ${r.sealed})`
    },
    insertMany: async (stream: string, count: number) => {
      // Positions are drawn beforehand, one round trip as in the store itself.
      const rows = Array.from({ length: count }, () => ({ ...row(stream), position: nextPosition++ }))
      await sql`insert into raw_event ${sql(rows.map((r) => ({ ...r, data: sql.json(r.data) })) as never)}`
    },
    close: () => sql.end(),
  }
}
let nextPosition = 1_000_000_000

/** The nearest store of others for the same database and language, as its documentation has it. */
export const openEmmett = async (url: string) => {
  const store = getPostgreSQLEventStore(url)
  await store.schema.migrate()
  return {
    append: (stream: string) => {
      const { type, data } = newEvent()
      return store.appendToStream(stream, [{ type, data: data as Record<string, unknown> }])
    },
    close: () => store.close(),
  }
}
