import type { Append, BatchedCommand, NewEvent, Receipt, StreamAppend } from "./EventStore.ts"
import { ANY_VERSION } from "./EventStore.ts"
import { answerJson, prepareAppend, prepareBatch } from "./prepareAppend.ts"
import type { SqlClient } from "./Sql.ts"

/**
 * Carries out one append in one round trip. JSON travels as text that was made, checked and measured once.
 * @throws InvalidAppend, or the database's error where the append failed or its command was carried out before
 */
export const appendOnce = async (sql: SqlClient, append: Append): Promise<Receipt> => {
  const data = prepareAppend(append)
  const { commandId, correlationId, causationId, actor, streams } = append
  const answer = answerJson(append.answer)
  const plain = sql`${answer}::text::jsonb`
  const kept = append.books?.(sql, plain) ?? plain
  const [first] = streams
  if (first === undefined) {
    await sql`insert into es.command values (${commandId}, 0, 0, ${kept})`
    return receipt(0, 0, append.answer)
  }
  const [event] = first.events
  if (data.length === 1 && event !== undefined && first.expected !== ANY_VERSION) {
    const [row] = await sql<Array<{ position: number }>>`
      select es.append_one(
        ${commandId}, ${first.stream}, ${first.expected}, ${event.eventId}, ${event.type}, ${data[0] ?? ""}::text::jsonb,
        ${event.subjectId ?? null}, ${event.sealed ?? null}, ${correlationId}, ${causationId}, ${actor},
        ${kept}) as position`
    return receipt(only(row).position, first.expected + 1, append.answer)
  }
  const events = streams.flatMap((stream) => stream.events).map((each, index) => eventJson(each, data[index] ?? ""))
  const [row] = await sql<Array<{ position: number; version: number }>>`
    select position, version from es.append(
      ${commandId}, ${JSON.stringify(streams.map(headOf))}::text::jsonb, ${`[${events.join()}]`}::text::jsonb,
      ${correlationId}, ${causationId}, ${actor}, ${kept})`
  const { position, version } = only(row)
  return receipt(position, version, append.answer)
}

/** Carries out several commands to one stream in one transaction and one round trip. Throws as appendOnce does. */
export const appendBatchOnce = async (
  sql: SqlClient,
  stream: string,
  expected: number,
  commands: ReadonlyArray<BatchedCommand>,
): Promise<ReadonlyArray<Receipt>> => {
  const data = prepareBatch(stream, expected, commands)
  const lasts: Array<number> = []
  const heads: Array<string> = []
  const events: Array<string> = []
  for (const { commandId, correlationId, causationId, actor, answer, ...command } of commands) {
    const meta = `"correlation":"${correlationId}","causation":"${causationId}","actor":${JSON.stringify(actor)}`
    for (const event of command.events) events.push(eventJson(event, data[events.length] ?? "", meta))
    lasts.push(events.length)
    heads.push(`{"id":"${commandId}","last":${events.length},"answer":${answerJson(answer) ?? "null"}}`)
  }
  const [row] = await sql<Array<{ before: number; positions: ReadonlyArray<number> }>>`
    select before, positions from es.append_batch(
      ${stream}, ${expected}, ${`[${heads.join()}]`}::text::jsonb, ${`[${events.join()}]`}::text::jsonb)`
  const { before, positions } = only(row)
  return commands.map(({ answer }, index) => {
    const last = lasts[index] ?? 0
    return receipt(positions[last - 1] ?? 0, before + last, answer)
  })
}

const headOf = ({ stream, expected, events }: StreamAppend) => ({ stream, expected, count: events.length })

/** Written by hand because the data is JSON already; ids and names were checked, or are escaped here. */
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
