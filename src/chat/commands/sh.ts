import { Effect, Schema } from "effect"
import { HISTORY_PAGE_MAX, MESSAGE_LIST_PAGE, SEARCH_TEXT_LENGTH_MAX } from "#contract/chat"
import { listRooms, searchCursor, searchHistory } from "#projections/chat"
import { targetOf } from "../rooms/RoomMessage.ts"
import { readJson, readRoom } from "./fields.ts"
import { fitted } from "./fitted.ts"
import type { Asker, Handler } from "./Handler.ts"
import { caughtUp, readableRoom } from "./pages.ts"
import { type Frame, messageOf } from "./shapes.ts"

const Options = Schema.Struct({
  Text: Schema.String.check(Schema.isMaxLength(SEARCH_TEXT_LENGTH_MAX)),
  PageSize: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))),
  Before: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(80)))),
})

/** Finds words in a room's history or, without a room, in that of all rooms of the asker. */
export const sh: Handler = Effect.fn("Sh")(function* (asker, [scope = "", target = "", json = ""]) {
  const { Text: text, PageSize: limit = MESSAGE_LIST_PAGE, Before: cursor } = yield* readJson(json, Options)
  const isEverywhere = target === "" && (scope === "" || scope === "Person")
  const frames = isEverywhere ? yield* allRooms(asker) : yield* oneRoom(asker, scope, target)
  const found = yield* searchHistory({ roomIds: [...frames.keys()], text, limit, cursor: cursor ?? null })
  const { personId } = asker.person
  const messages = found.messages.flatMap((message) => {
    const frame = frames.get(message.roomId)
    return frame === undefined ? [] : [messageOf(message, frame, personId)]
  })
  const fitting = fitted(messages, "first")
  const last = fitting.length < messages.length ? fitting.at(-1) : undefined
  const before = last === undefined ? found.next : searchCursor(last.TimeStamp, last.Room, last.Seq)
  return { Messages: fitting, HasMore: before !== null, Before: before }
})

const allRooms = Effect.fnUntraced(function* (asker: Asker) {
  const { person } = asker
  yield* caughtUp(asker)
  const rooms = yield* listRooms(person.personId)
  return new Map<string, Frame>(rooms.filter(({ standing }) => standing.mayRead).map((room) => [room.roomId, room]))
})

const oneRoom = Effect.fnUntraced(function* (asker: Asker, scope: string, target: string) {
  const place = yield* readableRoom(asker, yield* readRoom(asker, scope, target, "Person"))
  const targetCode = targetOf(place, asker.person.personId)
  return new Map<string, Frame>([[place.roomId, { epoch: place.epoch, scope: place.address.scope, targetCode }]])
})
