import { Effect } from "effect"
import { GROUP_SCOPES, ROOMS_PER_PERSON_MAX, type Scope } from "#contract/chat"
import { Creators, type RoomAddress } from "#core/chat"
import { Sql } from "#core/kernel"
import { findPerson } from "#projections/accounts"
import { addressOf, type ListedRoom, targetOf, toListed } from "./ListedRoom.ts"
import { filterRooms, readRooms, roomsOf, roomsOfTargets } from "./readRooms.ts"

/**
 * The rooms of a person: with a seat or invitation, by level, and own ones; most recent first. A creator also gets own
 * rooms that are shut or not opened yet.
 *
 * @param only room ids to return; null for all
 */
export const listRooms = Effect.fn("listRooms")(function* (
  personId: string,
  only: ReadonlyArray<string> | null = null,
) {
  const { client: sql } = yield* Sql
  const all = roomsOf(sql, personId)
  const rooms = only === null ? all : filterRooms(sql, all, only)
  const rows = yield* Effect.promise(() => readRooms(sql, personId, rooms, ROOMS_PER_PERSON_MAX))
  const listed = rows.map((row) => toListed(row, personId)).filter((room) => isShown(room, personId))
  const own = new Set(listed.filter(({ targetId }) => targetId === personId).map(({ scope }) => scope))
  const targets = GROUP_SCOPES.filter((scope) => !own.has(scope))
    .map((scope) => targetOf(addressOf(scope, personId, personId), personId))
    .filter(({ room_id }) => only === null || only.includes(room_id))
  if (targets.length === 0) return listed
  const creators = yield* Creators
  if (only === null && own.size === 0 && !(yield* creators.isCreator(personId))) return listed
  const unopened = yield* Effect.promise(() => readRooms(sql, personId, roomsOfTargets(sql, targets), targets.length))
  return [...listed, ...unopened.map((row) => toListed(row, personId))]
})

/** An invitation without a message is not shown, nor is a room that the person may not read. */
const isShown = ({ permissions, state, head, targetId }: ListedRoom, personId: string): boolean =>
  targetId === personId || (permissions.mayRead && !(state === "invited" && head === 0))

/** One room for a person, even if it does not exist yet. */
export const listedRoom = Effect.fn("listedRoom")(function* (personId: string, address: RoomAddress) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() =>
    readRooms(sql, personId, roomsOfTargets(sql, [targetOf(address, personId)]), 1),
  )
  return row === undefined ? null : toListed(row, personId)
})

/** The same by user code; null if there is no such person. */
export const findRoom = Effect.fn("findRoom")(function* (personId: string, scope: Scope, targetUserCode: string) {
  const target = yield* findPerson(targetUserCode)
  if (target === null || (scope === "Person" && target.personId === personId)) return null
  return yield* listedRoom(personId, addressOf(scope, target.personId, personId))
})
