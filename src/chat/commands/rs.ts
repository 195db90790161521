import { Effect, Schema } from "effect"
import type { ChatMessage } from "#contract/chat"
import { Chats } from "#core/chat"
import { messageFor } from "../rooms/RoomMessage.ts"
import { readJson } from "./fields.ts"
import type { Asker, Handler } from "./Handler.ts"

/** Rooms that one request asks about. */
export const RESUMED_ROOMS_MAX = 100
/** Characters of messages in one reply; rooms beyond that are loaded anew. */
const REPLAY_CHARACTERS_MAX = 48 * 1024

const Known = Schema.Struct({ Room: Schema.String, Epoch: Schema.Int, Seq: Schema.Int })
const Asked = Schema.Array(Known).check(Schema.isMaxLength(RESUMED_ROOMS_MAX))

type Resumed = {
  readonly Room: string
  readonly Status: "current" | "replayed" | "reload"
  readonly Messages: ReadonlyArray<ChatMessage>
}

/** Gives who comes back what they missed, wholly or not at all. */
export const rs: Handler = Effect.fn("Rs")(function* (asker, [json = ""]) {
  const known = yield* readJson(json || "[]", Asked)
  const rooms: Array<Resumed> = []
  let left = REPLAY_CHARACTERS_MAX
  for (const each of known) {
    const resumed = yield* resume(asker, each)
    left -= resumed.Messages.reduce((sum, { Message }) => sum + Message.length, 0)
    const answered = left < 0 ? reload(each.Room) : resumed
    asker.node.resumes[answered.Status] += 1
    rooms.push(answered)
  }
  return { Rooms: rooms }
})

const reload = (roomId: string): Resumed => ({ Room: roomId, Status: "reload", Messages: [] })

const resume = Effect.fnUntraced(function* ({ node, person }: Asker, known: typeof Known.Type) {
  const { Room: roomId, Epoch: epoch, Seq: seq } = known
  const opened = yield* Effect.promise(() => node.log.opened(roomId))
  if (opened === undefined || opened.epoch !== epoch) return reload(roomId)
  // What reaches this person is kept as their permissions are: thousands who come back at once need not ask the facts.
  const reached = person.rooms.has(roomId)
  if (!reached && !(yield* Chats.use((chats) => chats.standing(opened.address, person.personId))).mayRead)
    return reload(roomId)
  const room = node.rooms.open(roomId, opened.address)
  yield* Effect.promise(() => room.opened)
  const missed = seq > room.head ? undefined : yield* Effect.promise(() => node.rooms.after(room, seq))
  const { place } = room
  if (missed === undefined || place === undefined) return reload(roomId)
  const messages = missed.map((message) => messageFor(place, message, person.personId))
  const resumed: Resumed = { Room: roomId, Status: messages.length === 0 ? "current" : "replayed", Messages: messages }
  return resumed
})
