import type { SqlClient, StoredEvent } from "#core/kernel"
import { unescapeCopy } from "./copyText.ts"

/** Which part of the log a bulk reader takes: all streams, or those of one of several workers. */
export type Share = { readonly index: number; readonly of: number }

/**
 * Streams events out of the log as fast as PostgreSQL copies them, in order of position.
 * Only what folds may see is read; correlation, causation and the event's id are not (event id where sealed).
 */
export async function* copyLog(
  sql: SqlClient,
  { types, after, upTo, share }: { readonly types: ReadonlyArray<string>; readonly after: number; readonly upTo: number; readonly share: Share },
): AsyncGenerator<Array<StoredEvent>> {
  const mine = share.of === 1 ? "" : `and abs(hashtext(stream)::bigint) % ${share.of} = ${share.index}`
  const list = types.map((type) => `'${type.replaceAll("'", "''")}'`).join(",")
  const query = `copy (select position, stream, version, type, recorded_at, actor, data, event_id, subject_id, sealed from es.event
    where position > ${after} and position <= ${upTo} and type in (${list}) ${mine} order by position) to stdout`
  const stream = await sql.unsafe(query).readable()
  let rest = ""
  const decoder = new TextDecoder()
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf("\n")
    rest = text.slice(end + 1)
    if (end >= 0) yield parseLines(text, end)
  }
}

const parseLines = (text: string, end: number): Array<StoredEvent> => {
  const events: Array<StoredEvent> = []
  let from = 0
  while (from <= end) {
    const to = text.indexOf("\n", from)
    events.push(toEvent(text.slice(from, to).split("\t")))
    from = to + 1
  }
  return events
}

const toEvent = (fields: ReadonlyArray<string>): StoredEvent => {
  const [position, stream, version, type, recorded, actor, data, eventId, subject, sealed] = fields as [string, string, string, string, string, string, string, string, string, string]
  return {
    position: Number(position),
    stream,
    version: Number(version),
    type,
    // Lazily: most folds never ask when an event was recorded, and the conversion is the dearest part of a line.
    get recordedAt() {
      return new Date(recorded).toISOString()
    },
    actor: unescapeCopy(actor),
    data: JSON.parse(unescapeCopy(data)),
    eventId,
    correlationId: "",
    causationId: "",
    subjectId: subject === "\\N" ? null : subject,
    sealed: sealed === "\\N" ? null : Buffer.from(unescapeCopy(sealed).slice(2), "hex"),
  }
}
