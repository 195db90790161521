import { Effect, Schema } from "effect"
import { HISTORY_PAGE_MAX, MESSAGE_LIST_PAGE, SEARCH_TEXT_LENGTH_MAX } from "#contract/chat"
import { listRooms, searchCursor, searchHistory } from "#projections/chat"
import { targetOf } from "../rooms/RoomMessage.ts"
import type { CommandHandler, RequestContext } from "./CommandHandler.ts"
import { readJson, readRoom } from "./fields.ts"
import { caughtUp, readableRoom } from "./loadHistory.ts"
import { type Frame, messageOf, takeWithinBytes } from "./replies.ts"

const Options = Schema.Struct({
  Text: Schema.String.check(Schema.isMaxLength(SEARCH_TEXT_LENGTH_MAX)),
  PageSize: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))),
  Before: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(80)))),
})

/** Searches one room, or all rooms of the caller. */
export const searchMessages: CommandHandler = Effect.fn("Sh")(function* (
  context,
  [scope = "", target = "", json = ""],
) {
  const { Text: text, PageSize: limit = MESSAGE_LIST_PAGE, Before: cursor } = yield* readJson(json, Options)
  const isEverywhere = target === "" && (scope === "" || scope === "Person")
  const frames = isEverywhere ? yield* allRooms(context) : yield* oneRoom(context, scope, target)
  const found = yield* searchHistory({ roomIds: [...frames.keys()], text, limit, cursor: cursor ?? null })
  const { personId } = context.person
  const messages = found.messages.flatMap((message) => {
    const frame = frames.get(message.roomId)
    return frame === undefined ? [] : [messageOf(message, frame, personId)]
  })
  const fitting = takeWithinBytes(messages, "first")
  const last = fitting.length < messages.length ? fitting.at(-1) : undefined
  const before = last === undefined ? found.next : searchCursor(last.TimeStamp, last.Room, last.Seq)
  return { Messages: fitting, HasMore: before !== null, Before: before }
})

const allRooms = Effect.fnUntraced(function* (context: RequestContext) {
  const { person } = context
  yield* caughtUp(context)
  const rooms = yield* listRooms(person.personId)
  return new Map<string, Frame>(
    rooms.filter(({ permissions }) => permissions.mayRead).map((room) => [room.roomId, room]),
  )
})

const oneRoom = Effect.fnUntraced(function* (context: RequestContext, scope: string, target: string) {
  const view = yield* readableRoom(context, yield* readRoom(context, scope, target, "Person"))
  const targetCode = targetOf(view, context.person.personId)
  return new Map<string, Frame>([[view.roomId, { epoch: view.epoch, scope: view.address.scope, targetCode }]])
})
