import { Effect } from "effect"
import { Chats, NeedPermission } from "#core/chat"
import { type ListedRoom, listRooms } from "#projections/chat"
import { type CommandHandler, Malformed, type RequestContext } from "./CommandHandler.ts"
import { readRoom } from "./fields.ts"
import { caughtUp } from "./loadHistory.ts"

/** People that one socket watches. */
export const WATCHED_PEOPLE_MAX = 200

/** Returns who is online and pushes changes from now on. Only people with an open conversation count. */
export const watchPresence: CommandHandler = Effect.fn("Pr")(function* (context, [list = ""]) {
  const { node, peer, person } = context
  const codes = new Set(list.split(",").filter((code) => code !== ""))
  if (codes.size > WATCHED_PEOPLE_MAX) return yield* new Malformed({ what: "The number of people" })
  for (;;) {
    const { changes } = person
    const known = codes.size === 0 ? NOBODY : yield* inTouch(context, codes)
    const online = yield* Effect.promise(() => node.presence.watch(peer, [...known.keys()]))
    // A permission changed in between and its event could not stop a watch that did not exist yet.
    if (person.changes === changes)
      return { Online: [...known].flatMap(([personId, code]) => (online.has(personId) ? [code] : [])) }
  }
})

const NOBODY: ReadonlyMap<string, string> = new Map()

/** The people with an open conversation, by id. If read models are behind, current permissions decide. */
const inTouch = Effect.fnUntraced(function* (context: RequestContext, codes: ReadonlySet<string>) {
  const { personId } = context.person
  const isThere = yield* caughtUp(context)
  const rooms = (yield* listRooms(personId)).filter(
    ({ scope, state, targetCode }) => scope === "Person" && state === "open" && codes.has(targetCode),
  )
  const permissions = ({ address }: ListedRoom) => Chats.use((chats) => chats.permissions(address, personId, 0))
  const open = isThere
    ? rooms
    : yield* Effect.filter(rooms, (room) => Effect.map(permissions(room), ({ state }) => state === "open"))
  return new Map(open.map(({ targetId, targetCode }) => [targetId, targetCode]))
})

/** Typing is not stored and may be lost. */
export const showTyping: CommandHandler = Effect.fn("Ty")(function* (context, [scope = "", target = ""]) {
  const { node, person } = context
  const room = yield* readRoom(context, scope, target, "Person")
  const { mayWrite, state, roomId } = yield* Chats.use((chats) => chats.permissions(room, person.personId))
  if (!mayWrite) return yield* new NeedPermission()
  // A person who has not answered a request sees only its messages.
  if (state === "open" || state === "invited") context.afterReply(() => node.typing(roomId, room, person))
  return {}
})
