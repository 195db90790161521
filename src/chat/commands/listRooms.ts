import { Effect } from "effect"
import { ROOMS_PER_PERSON_MAX } from "#contract/chat"
import { ROOM_ID } from "#core/chat"
import { type ListedRoom, listRooms, unreadIn, unreadOf } from "#projections/chat"
import { type CommandHandler, Malformed, type RequestContext } from "./CommandHandler.ts"
import { caughtUp } from "./loadHistory.ts"
import { REPLY_BYTES_MAX, roomOf, summaryOf, takeWithinBytes } from "./replies.ts"

export const listRoomsWithUnread: CommandHandler = Effect.fn("Lmh")(function* (context, [more = ""]) {
  const { personId } = context.person
  const { rooms, page } = yield* listPage(context, more, (room, online) => summaryOf(room, online, personId))
  return { ...page, UnreadCount: more === "" ? unreadIn(rooms) : yield* unreadOf(personId) }
})

export const listRoomsWithoutUnread: CommandHandler = Effect.fn("Ls")(function* (context, [more = ""]) {
  const { page } = yield* listPage(context, more, roomOf)
  return page
})

/** Bytes of a room id in a reply. */
const ID_BYTES = 23

/**
 * The first rooms, or those that the previous page named as remaining. The remaining ids are returned, so new messages
 * cannot move a room between pages.
 */
export const listPage = Effect.fnUntraced(function* <A extends { readonly Room: string }>(
  context: RequestContext,
  field: string,
  written: (room: ListedRoom, online: ReadonlySet<string>) => A,
) {
  const invited = field === "" ? null : field.split(",")
  if (invited !== null && (invited.length > ROOMS_PER_PERSON_MAX || !invited.every((roomId) => ROOM_ID.test(roomId))))
    return yield* new Malformed({ what: "The list of rooms" })
  yield* caughtUp(context)
  const rooms = yield* listRooms(context.person.personId, invited)
  const online = yield* Effect.promise(() => onlineAmong(context, rooms))
  const all = rooms.map((room) => written(room, online))
  const fitting = takeWithinBytes(all, "first", REPLY_BYTES_MAX - ID_BYTES * all.length)
  const more = all.slice(fitting.length).map(({ Room }) => Room)
  return { rooms, page: { Rooms: fitting, ...(more.length === 0 ? {} : { More: more }) } }
})

const onlineAmong = ({ node }: RequestContext, rooms: ReadonlyArray<ListedRoom>): Promise<ReadonlySet<string>> =>
  node.presence.online(
    rooms.flatMap(({ scope, state, targetId }) => (scope === "Person" && state === "open" ? [targetId] : [])),
  )
