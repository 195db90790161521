import { Effect, Schema } from "effect"
import type { ChatMessage } from "#contract/chat"
import { Chats, ROOM_ID } from "#core/chat"
import type { ChatNode } from "../node/ChatNode.ts"
import type { Opened } from "../rooms/RoomLog.ts"
import { messageFor } from "../rooms/RoomMessage.ts"
import { readJson } from "./fields.ts"
import { bytesOf, REPLY_BYTES_MAX } from "./fitted.ts"
import type { Asker, Handler } from "./Handler.ts"

/** Rooms that one request asks about. */
export const RESUMED_ROOMS_MAX = 100

const Known = Schema.Struct({
  Room: Schema.String.check(Schema.isPattern(ROOM_ID)),
  Epoch: Schema.Int,
  Seq: Schema.Int,
})
const Asked = Schema.Array(Known).check(Schema.isMaxLength(RESUMED_ROOMS_MAX))

type Resumed = {
  readonly Room: string
  readonly Status: "current" | "replayed" | "reload"
  readonly Messages: ReadonlyArray<ChatMessage>
}

/** Gives who comes back what they missed, wholly or not at all. */
export const rs: Handler = Effect.fn("Rs")(function* (asker, [json = ""]) {
  const { node } = asker
  const known = yield* readJson(json || "[]", Asked)
  const found = yield* Effect.promise(() => Promise.all(known.map((each) => look(node, each))))
  const rooms: Array<Resumed> = []
  let left = REPLY_BYTES_MAX
  for (const [at, each] of known.entries()) {
    const resumed = yield* resume(asker, each, found[at])
    // What does not fit is loaded anew.
    const answered = resumed.Messages.length > 0 && bytesOf(resumed) > left ? answer(each.Room, "reload") : resumed
    left -= bytesOf(answered)
    node.resumes[answered.Status] += 1
    rooms.push(answered)
  }
  return { Rooms: rooms }
})

type Found = { readonly opened: Opened | undefined; readonly head: number }

/** What a room is and how far it has got: for most rooms that is all that has to be known. */
const look = async ({ log }: ChatNode, { Room: roomId }: typeof Known.Type): Promise<Found> => {
  const [opened, head] = await Promise.all([log.opened(roomId), log.newestHead(roomId)])
  return { opened, head }
}

const answer = (roomId: string, status: "current" | "reload"): Resumed => ({
  Room: roomId,
  Status: status,
  Messages: [],
})

const resume = Effect.fnUntraced(function* (
  { node, person }: Asker,
  { Room: roomId, Epoch: epoch, Seq: seq }: typeof Known.Type,
  { opened, head }: Found = { opened: undefined, head: 0 },
) {
  if (opened === undefined) return answer(roomId, "reload")
  // What reaches this person is kept as their permissions are: thousands who come back at once need not ask the facts.
  const reached = person.rooms.has(roomId)
  // Who may not read is not told either how far a room has got.
  if (!reached && !(yield* Chats.use((chats) => chats.standing(opened.address, person.personId, 0))).mayRead)
    return answer(roomId, "reload")
  if (opened.epoch !== epoch || seq > head) return answer(roomId, "reload")
  if (seq === head) return answer(roomId, "current")
  const room = node.rooms.open(roomId, opened.address)
  yield* Effect.promise(() => room.opened)
  // What this node has not heard of yet it pushes in a moment.
  const missed = seq >= room.head ? [] : yield* Effect.promise(() => node.rooms.after(room, seq))
  const { place } = room
  if (missed === undefined || place === undefined) return answer(roomId, "reload")
  const messages = missed.map((message) => messageFor(place, message, person.personId))
  const resumed: Resumed = { Room: roomId, Status: messages.length === 0 ? "current" : "replayed", Messages: messages }
  return resumed
})
