import { Effect, Schema } from "effect"
import type { ChatMessage } from "#contract/chat"
import { Chats, ROOM_ID, roomIdOf } from "#core/chat"
import type { Sql } from "#core/kernel"
import { unreadOf } from "#projections/chat"
import { waitFor } from "#projections/runner"
import type { ChatNode } from "../node/ChatNode.ts"
import type { RoomOrigin } from "../rooms/RoomLog.ts"
import { messageFor } from "../rooms/RoomMessage.ts"
import type { CommandHandler, RequestContext } from "./CommandHandler.ts"
import { readJson, readRoom, readSeq } from "./fields.ts"
import { jsonBytes, REPLY_BYTES_MAX } from "./replies.ts"

export const markRead: CommandHandler = Effect.fn("Rd")(function* (context, [scope = "", target = "", number = ""]) {
  const { node, person } = context
  const { personId } = person
  const room = yield* readRoom(context, scope, target, "Person")
  const wanted = yield* readSeq(number)
  const services = yield* Effect.context<Chats | Sql>()
  const write = (seq: number) =>
    Effect.runPromiseExitWith(services)(Chats.use((chats) => chats.markRead({ by: personId, room, seq })))
  const key = `${roomIdOf(room)} ${personId}`
  const { roomId, seq, position } = yield* yield* Effect.promise(() => node.readPointers.move(key, wanted, write))
  if (position > 0) yield* waitFor("chat", position)
  return { Room: roomId, Read: seq, UnreadCount: yield* unreadOf(personId) }
})

/** Rooms per request. */
export const RESUMED_ROOMS_MAX = 100

const Known = Schema.Struct({
  Room: Schema.String.check(Schema.isPattern(ROOM_ID)),
  Epoch: Schema.Int,
  Seq: Schema.Int,
  Era: Schema.optionalKey(Schema.String),
})
const KnownRooms = Schema.Array(Known).check(Schema.isMaxLength(RESUMED_ROOMS_MAX))

type Resumed = {
  readonly Room: string
  readonly Status: "current" | "replayed" | "reload"
  readonly Messages: ReadonlyArray<ChatMessage>
}

/** Sends a reconnecting client all missed messages of a room, or says that it must reload. */
export const resumeRooms: CommandHandler = Effect.fn("Rs")(function* (context, [json = ""]) {
  const { node } = context
  const known = yield* readJson(json || "[]", KnownRooms)
  const found = yield* Effect.promise(() => Promise.all(known.map((each) => findChanges(node, each))))
  const rooms: Array<Resumed> = []
  let left = REPLY_BYTES_MAX
  for (const [at, each] of known.entries()) {
    const resumed = yield* resume(context, each, found[at])
    // What does not fit must be reloaded.
    const answered = resumed.Messages.length > 0 && jsonBytes(resumed) > left ? answer(each.Room, "reload") : resumed
    left -= jsonBytes(answered)
    node.resumes[answered.Status] += 1
    rooms.push(answered)
  }
  return { Rooms: rooms }
})

type Found = { readonly opened: RoomOrigin | undefined; readonly head: number }

/** For most rooms this is all that is needed. */
const findChanges = async ({ log }: ChatNode, { Room: roomId }: typeof Known.Type): Promise<Found> => {
  const [opened, head] = await Promise.all([log.opened(roomId), log.newestHead(roomId)])
  return { opened, head }
}

const answer = (roomId: string, status: "current" | "reload"): Resumed => ({
  Room: roomId,
  Status: status,
  Messages: [],
})

const resume = Effect.fnUntraced(function* (
  { node, person }: RequestContext,
  { Room: roomId, Epoch: epoch, Seq: seq, Era: eraId = node.eraId }: typeof Known.Type,
  { opened, head }: Found = { opened: undefined, head: 0 },
) {
  // Messages of another era may be gone, and their numbers may belong to others.
  if (opened === undefined || eraId !== node.eraId) return answer(roomId, "reload")
  // Subscriptions already follow permissions, so mass reconnects need no permission queries.
  const reached = person.rooms.has(roomId)
  // The head of a room is secret too.
  if (!reached && !(yield* Chats.use((chats) => chats.permissions(opened.address, person.personId, 0))).mayRead)
    return answer(roomId, "reload")
  if (opened.epoch !== epoch || seq > head) return answer(roomId, "reload")
  if (seq === head) return answer(roomId, "current")
  const room = node.rooms.open(roomId, opened.address)
  yield* Effect.promise(() => room.opened)
  // What this node has not received yet is pushed in a moment.
  const missed = seq >= room.head ? [] : yield* Effect.promise(() => node.rooms.after(room, seq))
  const { view } = room
  if (missed === undefined || view === undefined) return answer(roomId, "reload")
  const messages = missed.map((message) => messageFor(view, message, person.personId))
  const resumed: Resumed = { Room: roomId, Status: messages.length === 0 ? "current" : "replayed", Messages: messages }
  return resumed
})
