import { Option, Schema } from "effect"
import { type RoomAddress, roomIdOf } from "#core/chat"
import type { RoomMessage } from "../rooms/RoomMessage.ts"
import type { Broker } from "./Broker.ts"

/** Nodes in different eras do not hear each other: their messages would get the numbers of others. */
const subjectsOf = (eraId: string) => ({
  room: `quire.chat.${eraId}.room.`,
  sign: `quire.chat.${eraId}.sign.`,
  heads: `quire.chat.${eraId}.heads`,
})

const Address = Schema.Union([
  Schema.Struct({ scope: Schema.Literal("Person"), personIds: Schema.Tuple([Schema.String, Schema.String]) }),
  Schema.Struct({ scope: Schema.Literals(["Team", "Subscriber", "Premium", "Group"]), ownerId: Schema.String }),
])
const Message = Schema.Struct({
  seq: Schema.Int,
  senderId: Schema.String,
  senderCode: Schema.String,
  senderName: Schema.String,
  clientId: Schema.String,
  text: Schema.String,
  replyTo: Schema.NullOr(Schema.Int),
  pictures: Schema.Array(Schema.String),
  files: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      name: Schema.String,
      kind: Schema.Literals(["document", "text", "audio", "video", "archive"]),
      bytes: Schema.Int,
    }),
  ),
  at: Schema.String,
  edited: Schema.Boolean,
  removed: Schema.Boolean,
})
const ServerPushes = Schema.Struct({ address: Address, position: Schema.Int, message: Message })
const Typing = Schema.Struct({ address: Address, personId: Schema.String })
const Heads = Schema.Record(Schema.String, Schema.Int)

export type NodeMessagesListener = {
  readonly posted: (roomId: string, address: RoomAddress, position: number, message: RoomMessage) => void
  readonly typing: (roomId: string, address: RoomAddress, personId: string) => void
  /** The newest message numbers at other nodes. */
  readonly heads: (heads: Readonly<Record<string, number>>) => void
}

/** Messages between nodes about rooms. Faster than the log, but may be lost. */
export class NodeMessages {
  readonly #broker: Broker
  readonly #subjects: ReturnType<typeof subjectsOf>

  constructor(broker: Broker, eraId: string, listener: NodeMessagesListener) {
    this.#broker = broker
    this.#subjects = subjectsOf(eraId)
    const { room, sign, heads } = this.#subjects
    broker.subscribe(`${room}*`, (payload) => {
      const decoded = Option.getOrUndefined(Schema.decodeUnknownOption(ServerPushes)(payload))
      if (decoded !== undefined)
        listener.posted(roomIdOf(decoded.address), decoded.address, decoded.position, decoded.message)
    })
    broker.subscribe(`${sign}*`, (payload) => {
      const decoded = Option.getOrUndefined(Schema.decodeUnknownOption(Typing)(payload))
      if (decoded !== undefined) listener.typing(roomIdOf(decoded.address), decoded.address, decoded.personId)
    })
    broker.subscribe(heads, (payload) =>
      listener.heads(Option.getOrElse(Schema.decodeUnknownOption(Heads)(payload), () => ({}))),
    )
  }

  posted(roomId: string, address: RoomAddress, position: number, message: RoomMessage): void {
    this.#broker.publish(this.#subjects.room + roomId, { address, position, message })
  }

  typing(roomId: string, address: RoomAddress, personId: string): void {
    this.#broker.publish(this.#subjects.sign + roomId, { address, personId })
  }

  heads(heads: Readonly<Record<string, number>>): void {
    if (Object.keys(heads).length > 0) this.#broker.publish(this.#subjects.heads, heads)
  }
}
