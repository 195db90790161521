import type { SqlClient } from "../database/Sql.ts"
import type { Groupable } from "../writing/groupCommit.ts"
import type { Append, BatchedCommand, NewEvent, Receipt, StreamAppend } from "./EventStore.ts"
import { ANY_VERSION } from "./EventStore.ts"
import { answerJson, prepareAppend, prepareBatch, prepareTogether } from "./prepareAppend.ts"

/** An append of one event to a stream of a known version, checked and with the JSON for the statements. */
export type PreparedOne = Groupable & {
  readonly append: Append
  readonly event: NewEvent
  readonly data: string
  readonly answer: string | null
}

/**
 * Prepares an append if it is of one event to one stream of a known version, the shape of nearly every command.
 * @returns null if the append has another shape
 * @throws InvalidAppend
 */
export const prepareOne = (append: Append): PreparedOne | null => {
  const [first, ...others] = append.streams
  const [event] = first?.events ?? []
  if (first === undefined || event === undefined || others.length > 0 || first.events.length > 1) return null
  if (first.expected === ANY_VERSION) return null
  const [data = ""] = prepareAppend(append)
  const { stream, expected } = first
  const answer = answerJson(append.answer)
  const size = { eventCount: 1, characters: data.length }
  return { stream, expected, append, event, data, answer, ...size }
}

/** Executes a prepared append. Throws as appendOnce does. */
export const appendOneOnce = async (sql: SqlClient, one: PreparedOne): Promise<Receipt> => {
  const { append, stream, expected, event, data, answer } = one
  const { commandId, correlationId, causationId, actor } = append
  const plain = sql`${answer}::text::jsonb`
  const [row] = await sql<Array<{ position: number }>>`
    select es.append_one(
      ${commandId}, ${stream}, ${expected}, ${event.eventId}, ${event.type}, ${data}::text::jsonb,
      ${event.subjectId ?? null}, ${event.sealed ?? null}, ${correlationId}, ${causationId}, ${actor},
      ${append.ledgerCall?.(sql, plain) ?? plain}) as position`
  return receipt(only(row).position, expected + 1, append.answer)
}

/**
 * Executes prepared appends to different streams in one transaction and one round trip; if one of them fails, none is
 * executed. Throws as appendOnce does.
 * @param ones without a `ledgerCall`
 */
export const appendOnesOnce = async (
  sql: SqlClient,
  ones: ReadonlyArray<PreparedOne>,
): Promise<ReadonlyArray<Receipt>> => {
  const rows = ones.map(
    ({ append, stream, expected, event, data, answer }) =>
      `{"command":"${append.commandId}","stream":"${stream}","expected":${expected},"answer":${answer ?? "null"},${eventJson(event, data, metaJson(append)).slice(1)}`,
  )
  // A function scan runs row by row, so the streams are locked in the order of this list.
  const positions = await sql<Array<{ position: number }>>`
    select es.append_one(r.command, r.stream, r.expected, r.id, r.type, r.data, r.subject, decode(r.sealed, 'base64'),
             r.correlation, r.causation, r.actor, r.answer) as position
      from jsonb_to_recordset(${`[${rows.join()}]`}::text::jsonb) as r(command uuid, stream text, expected integer,
             id uuid, type text, data jsonb, subject uuid, sealed text, correlation uuid, causation uuid, actor text,
             answer jsonb)`
  return ones.map(({ expected, append }, at) => receipt(only(positions[at]).position, expected + 1, append.answer))
}

/**
 * Executes one append in one round trip. The JSON is serialised, checked and measured once.
 * @throws InvalidAppend, or the database's error if the append failed or its command was executed before
 */
export const appendOnce = async (sql: SqlClient, append: Append): Promise<Receipt> => {
  const one = prepareOne(append)
  if (one !== null) return appendOneOnce(sql, one)
  const data = prepareAppend(append)
  const { commandId, correlationId, causationId, actor, streams } = append
  const answer = answerJson(append.answer)
  const plain = sql`${answer}::text::jsonb`
  const plainAppend = append.ledgerCall?.(sql, plain) ?? plain
  const [first] = streams
  if (first === undefined) {
    await sql`insert into es.command values (${commandId}, 0, 0, ${plainAppend})`
    return receipt(0, 0, append.answer)
  }
  const events = streams.flatMap((stream) => stream.events).map((each, index) => eventJson(each, data[index] ?? ""))
  const [row] = await sql<Array<{ position: number; version: number }>>`
    select position, version from es.append(
      ${commandId}, ${JSON.stringify(streams.map(headOf))}::text::jsonb, ${`[${events.join()}]`}::text::jsonb,
      ${correlationId}, ${causationId}, ${actor}, ${plainAppend})`
  const { position, version } = only(row)
  return receipt(position, version, append.answer)
}

/** Several commands to append to one stream together. */
export type Batch = {
  readonly stream: string
  readonly expected: number
  readonly commands: ReadonlyArray<BatchedCommand>
}

/** A checked and measured batch, with the JSON for es.append_batch. */
export type PreparedBatch = Batch &
  Groupable & {
    readonly commandsJson: string
    readonly eventsJson: string
    /** The end index of each command's events. */
    readonly lasts: ReadonlyArray<number>
  }

/** Serialises a batch. Throws as prepareBatch does. */
export const prepareBatchJson = ({ stream, expected, commands }: Batch): PreparedBatch => {
  const data = prepareBatch(stream, expected, commands)
  const lasts: Array<number> = []
  const heads: Array<string> = []
  const events: Array<string> = []
  for (const { commandId, answer, ...command } of commands) {
    const meta = metaJson(command)
    for (const event of command.events) events.push(eventJson(event, data[events.length] ?? "", meta))
    lasts.push(events.length)
    heads.push(`{"id":"${commandId}","last":${events.length},"answer":${answerJson(answer) ?? "null"}}`)
  }
  const eventsJson = `[${events.join()}]`
  const size = { eventCount: events.length, characters: eventsJson.length }
  return { stream, expected, commands, commandsJson: `[${heads.join()}]`, eventsJson, lasts, ...size }
}

type BatchRow = { readonly before: number; readonly positions: ReadonlyArray<number> }

/** Executes several commands on one stream in one transaction and one round trip. Throws as appendOnce does. */
export const appendBatchOnce = async (sql: SqlClient, batch: PreparedBatch): Promise<ReadonlyArray<Receipt>> => {
  const [row] = await sql<Array<BatchRow>>`
    select before, positions from es.append_batch(
      ${batch.stream}, ${batch.expected}, ${batch.commandsJson}::text::jsonb, ${batch.eventsJson}::text::jsonb)`
  return receiptsOf(batch, only(row))
}

/**
 * Executes batches for different streams in one transaction and one round trip; if one of them fails, none is executed.
 * Throws as appendOnce does.
 * @param batches for streams of known versions, sorted by stream name, so that two such appends cannot deadlock
 */
export const appendGroupOnce = async (
  sql: SqlClient,
  batches: ReadonlyArray<PreparedBatch>,
): Promise<ReadonlyArray<ReadonlyArray<Receipt>>> => {
  const group = batches.map(
    ({ stream, expected, commandsJson, eventsJson }) =>
      `{"stream":${JSON.stringify(stream)},"expected":${expected},"commands":${commandsJson},"events":${eventsJson}}`,
  )
  // A function scan and a lateral join run row by row, so the streams are locked in the order of this list.
  const [row] = await sql<Array<{ positions: ReadonlyArray<BatchRow["positions"]> }>>`
    select jsonb_agg(to_jsonb(b.positions) order by r.no) as positions
      from rows from (jsonb_to_recordset(${`[${group.join()}]`}::text::jsonb)
             as (stream text, expected integer, commands jsonb, events jsonb))
             with ordinality r(stream, expected, commands, events, no)
     cross join lateral es.append_batch(r.stream, r.expected, r.commands, r.events) b`
  const { positions } = only(row)
  return batches.map((batch, at) => receiptsOf(batch, { before: batch.expected, positions: positions[at] ?? [] }))
}

type GatheredStream = { readonly no: number; readonly expected: number; count: number }

/** Executes several commands on any streams in one transaction and one round trip. Throws as appendOnce does. */
export const appendTogetherOnce = async (
  sql: SqlClient,
  appends: ReadonlyArray<Append>,
): Promise<ReadonlyArray<Receipt>> => {
  const data = prepareTogether(appends)
  const gathered = new Map<string, GatheredStream>()
  const events: Array<string> = []
  const commands = appends.map(({ streams, answer, ...command }) => {
    const meta = metaJson(command)
    const ends = streams.map(({ stream, expected, events: own }) => {
      const into = gathered.get(stream) ?? { no: gathered.size + 1, expected, count: 0 }
      gathered.set(stream, into)
      for (const event of own) {
        into.count += 1
        const place = `"no":${into.no},"place":${into.count},${meta}`
        events.push(eventJson(event, data[events.length] ?? "", place))
      }
      return { no: into.no, place: into.count }
    })
    return { id: command.commandId, answer, last: events.length, no: ends[0]?.no ?? 0, place: ends[0]?.place ?? 0 }
  })
  const heads = commands.map(
    ({ id, answer, last, no, place }) =>
      `{"id":"${id}","last":${last},"no":${no},"place":${place},"answer":${answerJson(answer) ?? "null"}}`,
  )
  const streams = [...gathered].map(([stream, { expected, count }]) => ({ stream, expected, count }))
  const booked = appends.reduce((given, { ledgerCall }) => ledgerCall?.(sql, given) ?? given, sql`null::jsonb`)
  const [row] = await sql<Array<{ before: ReadonlyArray<number>; positions: ReadonlyArray<number> }>>`
    select before, positions from es.append_together(${`[${heads.join()}]`}::text::jsonb,
      ${JSON.stringify(streams)}::text::jsonb, ${`[${events.join()}]`}::text::jsonb, ${booked})`
  const { before, positions } = only(row)
  return commands.map(({ answer, last, no, place }) =>
    receipt(positions[last - 1] ?? 0, (before[no - 1] ?? 0) + place, answer),
  )
}

const receiptsOf = ({ commands, lasts }: PreparedBatch, { before, positions }: BatchRow): ReadonlyArray<Receipt> =>
  commands.map(({ answer }, index) => {
    const last = lasts[index] ?? 0
    return receipt(positions[last - 1] ?? 0, before + last, answer)
  })

const headOf = ({ stream, expected, events }: StreamAppend) => ({ stream, expected, count: events.length })

const metaJson = ({ correlationId, causationId, actor }: Pick<Append, "correlationId" | "causationId" | "actor">) =>
  `"correlation":"${correlationId}","causation":"${causationId}","actor":${JSON.stringify(actor)}`

/** Built by hand because the data is already JSON; ids and names were checked, or are escaped here. */
const eventJson = ({ eventId, type, subjectId, sealed }: NewEvent, data: string, meta?: string): string => {
  const personal =
    subjectId === undefined || sealed === undefined
      ? ""
      : `,"subject":${JSON.stringify(subjectId)},"sealed":"${Buffer.from(sealed).toString("base64")}"`
  return `{"id":"${eventId}","type":${JSON.stringify(type)},"data":${data}${personal}${meta === undefined ? "" : `,${meta}`}}`
}

const receipt = (position: number, version: number, answer: unknown): Receipt => ({
  position,
  version,
  repeated: false,
  answer: answer ?? null,
})

const only = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error("the append gave no answer")
  return row
}
