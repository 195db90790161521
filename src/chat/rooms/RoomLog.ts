import { addressOf, type RoomAddress, RoomEvents } from "#core/chat"
import { type EventFamily, type SqlClient, type StoredEvent, toStoredEvent } from "#core/kernel"
import type { NameCache } from "../peers/NameCache.ts"
import { QueryBatcher } from "../QueryBatcher.ts"
import type { RoomMessage } from "./RoomMessage.ts"

const CATEGORY = "chatroom-"
/** Edits and removals stand between messages, so more events than messages are read. */
const EVENTS_PER_MESSAGE = 3
/** Cached first events; they never change. */
const OPENED_MAX = 50_000

/** The address of a room and the position of its first event. */
export type RoomOrigin = { readonly address: RoomAddress; readonly epoch: number }
export type RoomEvent = typeof RoomEvents extends EventFamily<infer Event> ? Event : never
type Posted = Extract<RoomEvent, { readonly _tag: "chat.MessagePosted.v1" }>

export type RoomLogOptions = {
  readonly sql: SqlClient
  readonly names: NameCache
  readonly decode: (event: StoredEvent) => Promise<RoomEvent>
}

/** Reads rooms from the log, which is never behind. */
export class RoomLog {
  readonly #options: RoomLogOptions
  readonly #origins: QueryBatcher<RoomOrigin>
  readonly #heads: QueryBatcher<number>
  readonly #opened = new Map<string, RoomOrigin>()

  constructor(options: RoomLogOptions) {
    this.#options = options
    this.#origins = new QueryBatcher((roomIds) => this.#readOpened(roomIds))
    this.#heads = new QueryBatcher((keys) => this.#readHeads(keys))
  }

  /** Undefined if the room does not exist. */
  async opened(roomId: string): Promise<RoomOrigin | undefined> {
    const known = this.#opened.get(roomId)
    if (known !== undefined) return known
    const opened = await this.#origins.get(roomId)
    if (opened === undefined) return undefined
    const [oldest] = this.#opened.keys()
    if (this.#opened.size >= OPENED_MAX && oldest !== undefined) this.#opened.delete(oldest)
    this.#opened.set(roomId, opened)
    return opened
  }

  /** The number of the last committed message. Batched. */
  newestHead(roomId: string): Promise<number> {
    return this.head(roomId, Number.MAX_SAFE_INTEGER)
  }

  /** The number of the last message at or before a log position. Batched. */
  async head(roomId: string, upTo: number): Promise<number> {
    return (await this.#heads.get(headKey(roomId, upTo))) ?? 0
  }

  /** The last messages after all edits, oldest first. */
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

  /** Adds the current name of the sender. */
  async message(posted: Posted): Promise<RoomMessage> {
    const { userCode, displayName } = await this.#options.names.nameOf(posted.senderId)
    return {
      seq: posted.seq,
      senderId: posted.senderId,
      senderCode: userCode,
      senderName: displayName,
      clientId: posted.clientId,
      text: posted.text ?? "",
      replyTo: posted.replyTo,
      pictures: posted.pictures ?? [],
      files: posted.files ?? [],
      at: posted.postedAt,
      edited: false,
      removed: false,
    }
  }

  /** @param keys see headKey */
  async #readHeads(keys: ReadonlyArray<string>): Promise<ReadonlyMap<string, number>> {
    const pairs = keys.map((key) => JSON.parse(key) as readonly [roomId: string, upTo: number])
    const rows = await this.#options.sql<Array<{ roomId: string; upTo: number; head: number }>>`
      select r.room_id as "roomId", r.up_to as "upTo", e.seq as head
      from unnest(${pairs.map(([roomId]) => roomId)}::text[], ${pairs.map(([, upTo]) => upTo)}::bigint[])
        as r(room_id, up_to)
      cross join lateral (
        select (data->>'seq')::int as seq from es.event
        where stream = ${CATEGORY}::text || r.room_id and type = 'chat.MessagePosted.v1' and position <= r.up_to
        order by version desc limit 1) e`
    return new Map(rows.map(({ roomId, upTo, head }) => [headKey(roomId, upTo), head]))
  }

  async #readOpened(roomIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, RoomOrigin>> {
    const rows = await this.#options.sql<Array<{ stream: string; position: number; type: string; data: unknown }>>`
      select stream, position, type, data from es.event
      where stream = any(${roomIds.map((roomId) => CATEGORY + roomId)}) and version = 1`
    return new Map(
      rows.flatMap(({ stream, position, type, data }) => {
        const event = RoomEvents.decodeSync(type, data)
        const address = addressOf(event)
        return address === undefined ? [] : [[stream.slice(CATEGORY.length), { address, epoch: position }]]
      }),
    )
  }
}

const headKey = (roomId: string, upTo: number): string => JSON.stringify([roomId, upTo])

type MessageChange = (message: RoomMessage) => RoomMessage

/** How an event changes earlier messages. */
export const changesOf = (event: RoomEvent): ReadonlyArray<readonly [seq: number, how: MessageChange]> => {
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

const emptied: MessageChange = (message) => ({ ...message, text: "", pictures: [], files: [], removed: true })

const changeIn = (messages: Map<number, RoomMessage>, seq: number, how: MessageChange): void => {
  const message = messages.get(seq)
  if (message !== undefined) messages.set(seq, how(message))
}
