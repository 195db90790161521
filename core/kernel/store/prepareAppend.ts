import { checkBytes, InvalidAppend, storableJson } from "../sealing/storableJson.ts"
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type Append,
  type BatchedCommand,
  EVENT_DATA_BYTES_MAX,
  type NewEvent,
  STREAM_NAME,
} from "./EventStore.ts"
import { isUuid } from "./Ids.ts"

/** Maximum bytes of JSON of the answer stored with a receipt. */
export const ANSWER_BYTES_MAX = 64 * 1024
/** Maximum length of an actor's name. */
export const ACTOR_LENGTH_MAX = 200

/**
 * Checks an append against the limits of the store and returns the JSON of its events, grouped by stream.
 * @throws InvalidAppend that says what is wrong
 */
export const prepareAppend = (append: Append): ReadonlyArray<string> => {
  checkAppend(append)
  const { streams } = append
  return streams.length === 1 && streams[0] !== undefined
    ? jsonOf(streams[0].events)
    : jsonOf(streams.flatMap(({ events }) => events))
}

/** The same for several commands in one transaction. */
export const prepareTogether = (appends: ReadonlyArray<Append>): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const append of appends) {
    const { commandId, streams } = append
    checkAppend(append)
    if (streams.length === 0) throw new InvalidAppend(`command ${commandId} among several has no event`)
    if (ids.has(commandId)) throw new InvalidAppend(`command ${commandId} stands twice in one append`)
    ids.add(commandId)
  }
  return jsonOf(appends.flatMap(({ streams }) => streams.flatMap(({ events }) => events)))
}

const checkAppend = ({ streams, ...command }: Append): void => {
  checkCommand(command)
  const names = new Set<string>()
  for (const { stream, expected, events } of streams) {
    checkStream(stream, expected)
    if (events.length === 0) throw new InvalidAppend(`stream ${stream} is to gain no event`)
    if (names.has(stream)) throw new InvalidAppend(`stream ${stream} stands twice in one append`)
    names.add(stream)
  }
}

/** The same for a micro-batch. */
export const prepareBatch = (
  stream: string,
  expected: number,
  commands: ReadonlyArray<BatchedCommand>,
): ReadonlyArray<string> => {
  checkStream(stream, expected)
  const ids = new Set<string>()
  for (const { events, ...command } of commands) {
    checkCommand(command)
    if (events.length === 0) throw new InvalidAppend(`command ${command.commandId} of a batch has no event`)
    if (ids.has(command.commandId)) throw new InvalidAppend(`command ${command.commandId} stands twice in one batch`)
    ids.add(command.commandId)
  }
  return jsonOf(commands.flatMap(({ events }) => events))
}

/** Serialises events. Throws as bytesOf does. */
const jsonOf = (events: ReadonlyArray<NewEvent>): ReadonlyArray<string> => {
  bytesOf(events)
  return events.map((event) => prepare(event).text)
}

/**
 * Bytes of JSON of events.
 * @throws InvalidAppend if they exceed the limits of one append
 */
export const bytesOf = (events: ReadonlyArray<NewEvent>): number => {
  if (events.length > APPEND_EVENTS_MAX) {
    throw new InvalidAppend(`${events.length} events in one append: ${APPEND_EVENTS_MAX} are allowed`)
  }
  const bytes = events.reduce((sum, event) => sum + prepare(event).bytes, 0)
  if (bytes > APPEND_BYTES_MAX) throw new InvalidAppend(`${bytes} bytes in one append: ${APPEND_BYTES_MAX} are allowed`)
  return bytes
}

/** Cached per event, because a batch measures its events before it appends them. */
const prepare = (event: NewEvent): Prepared => {
  const known = preparedEvents.get(event)
  if (known !== undefined) return known
  const { eventId, type, data } = event
  checkUuid("event id", eventId)
  const text = storableJson(`the data of ${type}`, data)
  const prepared = { text, bytes: checkBytes(`the data of ${type}`, text, EVENT_DATA_BYTES_MAX) }
  preparedEvents.set(event, prepared)
  return prepared
}

type Prepared = { readonly text: string; readonly bytes: number }
const preparedEvents = new WeakMap<NewEvent, Prepared>()

/** The JSON of the answer stored with a receipt; null if there is none. */
export const answerJson = (answer: unknown): string | null => {
  if (answer === undefined || answer === null) return null
  const text = storableJson("an answer", answer)
  checkBytes("an answer", text, ANSWER_BYTES_MAX)
  return text
}

const checkCommand = ({ commandId, correlationId, causationId, actor }: Omit<Append, "streams">): void => {
  checkUuid("command id", commandId)
  checkUuid("correlation id", correlationId)
  checkUuid("causation id", causationId)
  if (actor.length > ACTOR_LENGTH_MAX) throw new InvalidAppend(`an actor of ${actor.length} characters`)
}

const checkStream = (stream: string, expected: number): void => {
  if (!STREAM_NAME.test(stream))
    throw new InvalidAppend(`no name for a stream: ${JSON.stringify(stream.slice(0, 200))}`)
  if (!Number.isInteger(expected) || expected < -1) throw new InvalidAppend(`no version to expect: ${expected}`)
}

const checkUuid = (what: string, text: string): void => {
  if (!isUuid(text)) throw new InvalidAppend(`no ${what}: ${JSON.stringify(text)}`)
}
