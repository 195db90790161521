import type { SqlClient, StoredEvent } from "#core/kernel"
import { copyOut } from "./copyStream.ts"
import { copiedTime, unescapeCopiedJson, unescapeCopy } from "./copyText.ts"

/** The part of the log that a worker reads: all streams, or its share of them. */
export type LogShare = { readonly index: number; readonly of: number }

export type CopyLog = {
  readonly types: ReadonlyArray<string>
  /** Exclusive, inclusive. */
  readonly after: number
  readonly upTo: number
  readonly share: LogShare
  /** Types with only one needed field: their events contain just that field. */
  readonly parts?: ReadonlyMap<string, string>
}

/**
 * Streams events from the log as fast as PostgreSQL copies them, by position, in batches of some hundreds. Leaves out
 * correlation and causation, because folds cannot see them.
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
    yield parseLines(lines, last, window.parts)
  }
}

/** The statement of `copyLog`. Columns that only sealed events need are empty for all others. */
export const copyStatement = ({ types, after, upTo, share, parts = NO_PARTS }: CopyLog): string => {
  const mine = share.of === 1 ? "" : `and (hashtext(stream) & 2147483647) % ${share.of} = ${share.index}`
  const list = types.map(literal).join(",")
  const narrow = Array.from(parts, ([type, field]) => `when ${literal(type)} then data->${literal(field)}`)
  const data = narrow.length === 0 ? "data" : `case type ${narrow.join(" ")} else data end`
  return `copy (select position, stream, version, type, recorded_at, actor,
      case when sealed is not null or subject_id is not null then
        concat_ws(',', event_id, coalesce(subject_id::text, ''), encode(sealed, 'hex')) end, ${data}
    from es.event
    where position > ${after} and position <= ${upTo} and type in (${list}) ${mine} order by position) to stdout`
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const NO_PARTS: ReadonlyMap<string, string> = new Map()

const parseLines = (text: string, last: number, parts = NO_PARTS): ReadonlyArray<StoredEvent> => {
  const events: Array<StoredEvent> = []
  let kind = ""
  let part: string | undefined
  for (let from = 0; from <= last; ) {
    const stream = text.indexOf("\t", from) + 1
    const version = text.indexOf("\t", stream) + 1
    const type = text.indexOf("\t", version) + 1
    const recorded = text.indexOf("\t", type) + 1
    const actor = text.indexOf("\t", recorded) + 1
    const sealed = text.indexOf("\t", actor) + 1
    const data = text.indexOf("\t", sealed) + 1
    const end = text.indexOf("\n", data)
    // Consecutive events of one type share one string, so that a lookup hashes it once.
    if (recorded - 1 - type !== kind.length || !text.startsWith(kind, type)) {
      kind = text.slice(type, recorded - 1)
      part = parts.get(kind)
    }
    events.push(
      new CopiedEvent(
        { text, stream, version, type, recorded, actor, sealed },
        Number(text.slice(from, stream - 1)),
        kind,
        text.startsWith(NULL, sealed) ? null : text.slice(sealed, data - 1),
        part === undefined ? parseJson(text, data, end) : { [part]: parseJson(text, data, end) },
      ),
    )
    from = end + 1
  }
  return events
}

/** Undefined if the event lacks the needed field. */
const parseJson = (text: string, from: number, to: number): unknown =>
  text.startsWith(NULL, from) ? undefined : JSON.parse(unescapeCopiedJson(text.slice(from, to)))

/** Where the columns of a line start in the text of a chunk. */
type Line = {
  readonly text: string
  readonly stream: number
  readonly version: number
  readonly type: number
  readonly recorded: number
  readonly actor: number
  readonly sealed: number
}

/** A line of the copy. Fields that most folds do not need are cut out and converted on access. */
class CopiedEvent implements StoredEvent {
  private readonly line: Line
  readonly position: number
  readonly type: string
  readonly data: unknown
  /** Event id, subject and sealed bytes. */
  private readonly secret: string | null

  constructor(line: Line, position: number, type: string, secret: string | null, data: unknown) {
    this.line = line
    this.position = position
    this.type = type
    this.secret = secret
    this.data = data
  }

  get stream(): string {
    return this.line.text.slice(this.line.stream, this.line.version - 1)
  }

  get version(): number {
    return Number(this.line.text.slice(this.line.version, this.line.type - 1))
  }

  get recordedAt(): string {
    return copiedTime(this.line.text.slice(this.line.recorded, this.line.actor - 1))
  }

  get actor(): string {
    return unescapeCopy(this.line.text.slice(this.line.actor, this.line.sealed - 1))
  }

  /** Of sealed events only: the seal is bound to it. */
  get eventId(): string {
    return this.secret?.split(",")[0] ?? ""
  }

  get subjectId(): string | null {
    return this.secret?.split(",")[1] || null
  }

  get sealed(): Uint8Array | null {
    const hex = this.secret?.split(",")[2]
    return hex === undefined ? null : Buffer.from(hex, "hex")
  }

  get correlationId(): string {
    return ""
  }

  get causationId(): string {
    return ""
  }
}

const NULL = "\\N"
