import { Effect } from "effect"
import { Chats, LEVEL_BY_SCOPE, type RoomAddress, RoomEvents } from "#core/chat"
import type { Sealing } from "#core/kernel"
import { findMembers, findNames, findPersonIdsByCode } from "#projections/accounts"
import { filterByLevel, filterPartners, groupRoomsOf, listedRoom, unreadCounts } from "#projections/chat"
import { waitFor } from "#projections/runner"
import type { CommandServices } from "../commands/CommandHandler.ts"
import type { NodeQueries } from "./ChatNode.ts"

type Ask = <A>(effect: Effect.Effect<A, unknown, CommandServices | Sealing>) => Promise<A>

export const nodeQueries = (ask: Ask): NodeQueries => ({
  members: (tokens) => ask(findMembers(tokens)),
  namesOf: (personIds) => ask(findNames(personIds)),
  peopleOf: (codes) => ask(findPersonIdsByCode(codes)),
  unread: (personIds, position) =>
    ask(Effect.andThen(position > 0 ? waitFor("chat", position) : Effect.void, unreadCounts(personIds))),
  permissions: (address, personId) => ask(Chats.use((chats) => chats.permissions(address, personId, 0))),
  decode: (event) => ask(RoomEvents.decode(event)),
  groupRooms: (personIds, position) =>
    ask(
      Effect.gen(function* () {
        const isOld = position > 0 && !(yield* waitFor("chat", position))
        return { rooms: yield* groupRoomsOf(personIds), isOld }
      }),
    ),
  granted: (room, among) => {
    const level = room.scope === "Subscriber" || room.scope === "Premium" ? LEVEL_BY_SCOPE[room.scope] : null
    return level === null ? Promise.resolve([]) : ask(filterByLevel(room.ownerId, level, among))
  },
  partners: (personId, among, position) =>
    ask(Effect.andThen(waitFor("chat", position, PUSH_WAIT_MS_MAX), filterPartners(personId, among))),
  listed: (personId, address, position) => ask(listedAt(personId, address, position)),
})

/** A push has no caller that waits, and an outdated state would be the last one sent. */
const PUSH_WAIT_MS_MAX = 10_000

const listedAt = Effect.fnUntraced(function* (personId: string, address: RoomAddress, position: number) {
  yield* waitFor("chat", position, PUSH_WAIT_MS_MAX)
  const room = yield* listedRoom(personId, address)
  if (room === null || room.epoch === 0) return null
  // A group room that a person may not read is not in their list; clients that show it must remove it.
  const isGone = room.level > 0 && room.targetId !== personId && !room.permissions.mayRead
  return isGone ? { ...room, state: "ended" as const } : room
})
