import { type RoomAddress, RoomEvents } from "#core/chat"
import { type EventFamily, type SqlClient, type StoredEvent, toStoredEvent } from "#core/kernel"
import { Batched } from "../Batched.ts"
import type { Directory } from "../directory/Directory.ts"
import type { RoomMessage } from "./RoomMessage.ts"

const CATEGORY = "chatroom-"
/** Events of a room that are read for those of its messages that are asked for: edits and removals stand among them. */
const EVENTS_PER_MESSAGE = 3
/** Rooms whose beginnings are kept in memory: they never change. */
const OPENED_MAX = 50_000

/** What a room is and where its history begins. */
export type Opened = { readonly address: RoomAddress; readonly epoch: number }
export type RoomEvent = typeof RoomEvents extends EventFamily<infer Event> ? Event : never
type Posted = Extract<RoomEvent, { readonly _tag: "chat.MessagePosted.v1" }>

export type RoomLogOptions = {
  readonly sql: SqlClient
  readonly directory: Directory
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
}

/** What the log says of rooms: it is never behind, as read models may be. */
export class RoomLog {
  readonly #options: RoomLogOptions
  readonly #asked: Batched<Opened>
  readonly #heads: Batched<number>
  readonly #opened = new Map<string, Opened>()

  constructor(options: RoomLogOptions) {
    this.#options = options
    this.#asked = new Batched((roomIds) => this.#readOpened(roomIds))
    this.#heads = new Batched((keys) => this.#readHeads(keys))
  }

  /** What a room is: its first fact says so. Undefined where there is none. */
  async opened(roomId: string): Promise<Opened | undefined> {
    const known = this.#opened.get(roomId)
    if (known !== undefined) return known
    const opened = await this.#asked.get(roomId)
    if (opened === undefined) return undefined
    const [oldest] = this.#opened.keys()
    if (this.#opened.size >= OPENED_MAX && oldest !== undefined) this.#opened.delete(oldest)
    this.#opened.set(roomId, opened)
    return opened
  }

  /** The number of a room's last message that is committed, asked for together with others. */
  newestHead(roomId: string): Promise<number> {
    return this.head(roomId, Number.MAX_SAFE_INTEGER)
  }

  /** The number of a room's last message at or before a position of the log, asked for together with others. */
  async head(roomId: string, upTo: number): Promise<number> {
    return (await this.#heads.get(headKey(roomId, upTo))) ?? 0
  }

  /** The last messages of a room, oldest first, as they are after all edits. */
  async newest(roomId: string, limit: number): Promise<ReadonlyArray<RoomMessage>> {
    const rows = await this.#options.sql<Array<Parameters<typeof toStoredEvent>[0]>>`
      select * from es.event where stream = ${CATEGORY + roomId}
      order by version desc limit ${limit * EVENTS_PER_MESSAGE}`
    const events = await Promise.all(rows.toReversed().map((row) => this.#options.decode(toStoredEvent(row))))
    const messages = new Map<number, RoomMessage>()
    for (const event of events) {
      if (event._tag === "chat.MessagePosted.v1") messages.set(event.seq, await this.message(event))
      else for (const [seq, how] of changesOf(event)) changeIn(messages, seq, how)
    }
    return [...messages.values()].slice(-limit)
  }

  /** A message with what its sender is called. */
  async message(posted: Posted): Promise<RoomMessage> {
    const { userCode, displayName } = await this.#options.directory.nameOf(posted.senderId)
    return {
      seq: posted.seq,
      senderId: posted.senderId,
      senderCode: userCode,
      senderName: displayName,
      clientId: posted.clientId,
      text: posted.text ?? "",
      replyTo: posted.replyTo,
      pictures: posted.pictures ?? [],
      at: posted.postedAt,
      edited: false,
      removed: false,
    }
  }

  /** @param keys rooms, each with the position up to which is looked */
  async #readHeads(keys: ReadonlyArray<string>): Promise<ReadonlyMap<string, number>> {
    const asked = keys.map((key) => JSON.parse(key) as readonly [roomId: string, upTo: number])
    const rows = await this.#options.sql<Array<{ roomId: string; upTo: number; head: number }>>`
      select r.room_id as "roomId", r.up_to as "upTo", e.seq as head
      from unnest(${asked.map(([roomId]) => roomId)}::text[], ${asked.map(([, upTo]) => upTo)}::bigint[])
        as r(room_id, up_to)
      cross join lateral (
        select (data->>'seq')::int as seq from es.event
        where stream = ${CATEGORY}::text || r.room_id and type = 'chat.MessagePosted.v1' and position <= r.up_to
        order by version desc limit 1) e`
    return new Map(rows.map(({ roomId, upTo, head }) => [headKey(roomId, upTo), head]))
  }

  async #readOpened(roomIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, Opened>> {
    const rows = await this.#options.sql<Array<{ stream: string; position: number; type: string; data: unknown }>>`
      select stream, position, type, data from es.event
      where stream = any(${roomIds.map((roomId) => CATEGORY + roomId)}) and version = 1`
    return new Map(
      rows.flatMap(({ stream, position, type, data }) => {
        const event = RoomEvents.decodeSync(type, data)
        const address = isFirst(event) ? addressOf(event) : undefined
        return address === undefined ? [] : [[stream.slice(CATEGORY.length), { address, epoch: position }]]
      }),
    )
  }
}

/** What is asked together is told apart whatever it holds. */
const headKey = (roomId: string, upTo: number): string => JSON.stringify([roomId, upTo])

type First = Extract<RoomEvent, { readonly _tag: "chat.RoomOpened.v1" | "chat.RoomShut.v1" }>

/** What can be shut without ever having been opened is a creator's. */
const isFirst = (event: RoomEvent): event is First =>
  event._tag === "chat.RoomOpened.v1" || event._tag === "chat.RoomShut.v1"

const addressOf = (event: First): RoomAddress | undefined => {
  const { scope, ownerId } = event
  if (ownerId !== null) return { scope, ownerId }
  const [one, other] = event._tag === "chat.RoomOpened.v1" ? event.personIds : []
  return one !== undefined && other !== undefined ? { scope: "Person", personIds: [one, other] } : undefined
}

type How = (message: RoomMessage) => RoomMessage

/** What an event makes of messages that were there before it. */
export const changesOf = (event: RoomEvent): ReadonlyArray<readonly [seq: number, how: How]> => {
  switch (event._tag) {
    case "chat.MessageEdited.v1":
      return [[event.seq, (message) => ({ ...message, text: event.text ?? "", edited: true })]]
    case "chat.MessageRemoved.v1":
      return [[event.seq, emptied]]
    case "chat.MessagesForgotten.v1":
      return event.seqs.map((seq) => [seq, emptied])
    default:
      return []
  }
}

const emptied: How = (message) => ({ ...message, text: "", pictures: [], removed: true })

const changeIn = (messages: Map<number, RoomMessage>, seq: number, how: How): void => {
  const message = messages.get(seq)
  if (message !== undefined) messages.set(seq, how(message))
}
