import { Effect } from "effect"
import { ROOMS_PER_PERSON_MAX } from "#contract/chat"
import { ROOM_ID } from "#core/chat"
import { type ListedRoom, listRooms } from "#projections/chat"
import { fitted, REPLY_BYTES_MAX } from "./fitted.ts"
import { type Asker, Malformed } from "./Handler.ts"
import { caughtUp } from "./pages.ts"

/** What the id of a room takes in a reply. */
const ID_BYTES = 23

/**
 * Rooms of the asker: the first of them, or those that a page before named as the others. The rest of what was asked for is
 * named again, so that nobody who writes meanwhile moves a room from one page to another.
 */
export const listPage = Effect.fnUntraced(function* <A extends { readonly Room: string }>(
  asker: Asker,
  field: string,
  written: (room: ListedRoom, online: ReadonlySet<string>) => A,
) {
  const asked = field === "" ? null : field.split(",")
  if (asked !== null && (asked.length > ROOMS_PER_PERSON_MAX || !asked.every((roomId) => ROOM_ID.test(roomId))))
    return yield* new Malformed({ what: "The list of rooms" })
  yield* caughtUp(asker)
  const rooms = yield* listRooms(asker.person.personId, asked)
  const online = yield* Effect.promise(() => onlineAmong(asker, rooms))
  const all = rooms.map((room) => written(room, online))
  const fitting = fitted(all, "first", REPLY_BYTES_MAX - ID_BYTES * all.length)
  const more = all.slice(fitting.length).map(({ Room }) => Room)
  return { rooms, page: { Rooms: fitting, ...(more.length === 0 ? {} : { More: more }) } }
})

/** Who of those in touch with the asker is there. */
const onlineAmong = ({ node }: Asker, rooms: ReadonlyArray<ListedRoom>): Promise<ReadonlySet<string>> =>
  node.presence.online(
    rooms.flatMap(({ scope, state, targetId }) => (scope === "Person" && state === "open" ? [targetId] : [])),
  )
