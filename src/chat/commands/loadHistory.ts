import { Effect, Schema } from "effect"
import { type ChatHistory, HISTORY_PAGE, HISTORY_PAGE_MAX } from "#contract/chat"
import { Chats, NeedPermission, type RoomAddress } from "#core/chat"
import { type HistoryPage, pageAfter, pageHistory, pageThread, unreadOf } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { targetOf } from "../rooms/RoomMessage.ts"
import type { CommandHandler, RequestContext } from "./CommandHandler.ts"
import { readJson, readRoom, SeqOrZero } from "./fields.ts"
import { messageOf, takeWithinBytes } from "./replies.ts"

const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))
const HistoryOptions = Schema.Struct({
  Date: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(40)))),
  Direction: Schema.optional(Schema.Literals(["Older", "Newer"])),
  PageSize: Schema.optional(PageSize),
  Seq: Schema.optional(Schema.NullOr(SeqOrZero)),
})

/** A page of history before or after a date. */
export const loadHistory: CommandHandler = Effect.fn("Lh")(function* (context, [scope = "", target = "", json = ""]) {
  const {
    Date: date,
    Direction: direction = "Older",
    PageSize: limit = HISTORY_PAGE,
    Seq: seq,
  } = yield* readJson(json, HistoryOptions)
  const view = yield* readableRoom(context, yield* readRoom(context, scope, target, "Person"))
  const page = yield* pageHistory({
    roomId: view.roomId,
    readerId: context.person.personId,
    direction,
    dateIso: date || null,
    seq: seq ?? null,
    limit,
  })
  return yield* historyOf(context, view, page, direction === "Older" ? "last" : "first")
})

const AfterOptions = Schema.Struct({
  /** Only this message and the replies to it. */
  Thread: Schema.optional(SeqOrZero),
  AfterSeq: Schema.optional(SeqOrZero),
  PageSize: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))),
})

/** Messages after a number, of a room or a thread. */
export const loadMessagesAfter: CommandHandler = Effect.fn("Lm")(function* (
  context,
  [scope = "", target = "", json = ""],
) {
  const { AfterSeq: after = 0, PageSize: limit = HISTORY_PAGE, Thread: seq } = yield* readJson(json, AfterOptions)
  const view = yield* readableRoom(context, yield* readRoom(context, scope, target, "Team"))
  const { personId } = context.person
  const page =
    seq === undefined
      ? yield* pageAfter(view.roomId, after, personId, limit)
      : yield* pageThread({ roomId: view.roomId, seq, after }, personId, limit)
  return yield* historyOf(context, view, page, "first")
})

/** A page older than the pushes would stay wrong until something else happens, so wait longer. */
const CAUGHT_UP_MS_MAX = 2_000

/** Waits briefly until the read models include what the caller did and received. */
export const caughtUp = ({ node, person }: RequestContext, roomIds: Iterable<string> = person.rooms.keys()) => {
  let { position } = person
  for (const roomId of roomIds) position = Math.max(position, node.rooms.find(roomId)?.position ?? 0)
  return position === 0 ? Effect.succeed(true) : waitFor("chat", position, CAUGHT_UP_MS_MAX)
}

/** A room that the caller may read, once history includes everything this node knows. */
export const readableRoom = Effect.fnUntraced(function* (context: RequestContext, address: RoomAddress) {
  const { node, person } = context
  // Current facts: permissions may have changed a moment ago.
  const { mayRead, roomId } = yield* Chats.use((chats) => chats.permissions(address, person.personId, 0))
  if (!mayRead) return yield* new NeedPermission()
  yield* caughtUp(context, [roomId])
  const opened = yield* Effect.promise(() => node.log.opened(roomId))
  const view = yield* Effect.promise(() => node.fanout.viewOf(roomId, { address, epoch: opened?.epoch ?? 0 }))
  return view
})

/** A page of history as a reply, cut to the size limit. */
export const historyOf = Effect.fnUntraced(function* (
  { person: { personId } }: RequestContext,
  view: Effect.Success<ReturnType<typeof readableRoom>>,
  { messages, hasMore }: HistoryPage,
  keep: "first" | "last",
) {
  const frame = { epoch: view.epoch, scope: view.address.scope, targetCode: targetOf(view, personId) }
  const all = messages.map((message) => messageOf(message, frame, personId))
  const fitting = takeWithinBytes(all, keep)
  const history: ChatHistory = {
    Room: view.roomId,
    Epoch: view.epoch,
    Messages: fitting,
    HasMore: hasMore || fitting.length < all.length,
    UnreadCount: yield* unreadOf(personId),
  }
  return history
})
