import type { SqlClient, StoredEvent } from "#core/kernel"
import { copyOut } from "./copyStream.ts"
import { copiedTime, unescapeCopiedJson, unescapeCopy } from "./copyText.ts"

/** Which part of the log a bulk reader takes: all streams, or those of one of several workers. */
export type Share = { readonly index: number; readonly of: number }

export type CopyLog = {
  readonly types: ReadonlyArray<string>
  /** Exclusive, inclusive. */
  readonly after: number
  readonly upTo: number
  readonly share: Share
}

/**
 * Streams events out of the log as fast as PostgreSQL copies them, in order of position, some hundreds at a time.
 * Correlation and causation are not read: folds cannot see them.
 */
export async function* copyLog(sql: SqlClient, window: CopyLog): AsyncGenerator<ReadonlyArray<StoredEvent>> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of copyOut(sql, copyStatement(window))) {
    const text = decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf("\n")
    if (end < 0) {
      rest += text
      continue
    }
    const lines = rest + text
    const last = rest.length + end
    rest = text.slice(end + 1)
    yield parseLines(lines, last)
  }
}

/** The statement behind `copyLog`. */
export const copyStatement = ({ types, after, upTo, share }: CopyLog): string => {
  const mine = share.of === 1 ? "" : `and abs(hashtext(stream)::bigint) % ${share.of} = ${share.index}`
  const list = types.map((type) => `'${type.replaceAll("'", "''")}'`).join(",")
  return `copy (select position, stream, version, type, recorded_at, actor, event_id, subject_id, sealed, data from es.event
    where position > ${after} and position <= ${upTo} and type in (${list}) ${mine} order by position) to stdout`
}

const parseLines = (text: string, last: number): ReadonlyArray<StoredEvent> => {
  const events: Array<StoredEvent> = []
  let from = 0
  while (from <= last) {
    const to = text.indexOf("\n", from)
    events.push(new CopiedEvent(text.slice(from, to).split("\t")))
    from = to + 1
  }
  return events
}

/** One line of the copy. Converts lazily what most folds never ask for. */
class CopiedEvent implements StoredEvent {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly eventId: string
  readonly subjectId: string | null
  readonly data: unknown
  readonly correlationId = ""
  readonly causationId = ""
  private readonly recorded: string
  private readonly by: string
  private readonly sealedHex: string | null

  constructor(fields: ReadonlyArray<string>) {
    const [position, stream, version, type, recorded, by, eventId, subject, sealed, data] = fields as Fields
    this.position = Number(position)
    this.stream = stream
    this.version = Number(version)
    this.type = type
    this.eventId = eventId
    this.subjectId = subject === NULL ? null : subject
    this.data = JSON.parse(unescapeCopiedJson(data))
    this.recorded = recorded
    this.by = by
    this.sealedHex = sealed === NULL ? null : sealed
  }

  get recordedAt(): string {
    return copiedTime(this.recorded)
  }

  get actor(): string {
    return unescapeCopy(this.by)
  }

  get sealed(): Uint8Array | null {
    return this.sealedHex === null ? null : Buffer.from(this.sealedHex.slice("\\\\x".length), "hex")
  }
}

const NULL = "\\N"
type Fields = [string, string, string, string, string, string, string, string, string, string]
