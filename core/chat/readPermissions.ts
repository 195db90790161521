import { Effect } from "effect"
import { cachedReader, isUuid } from "#core/kernel"
import type { CallerId } from "./commands.ts"
import {
  type ConversationFacts,
  decidePermissions,
  type GroupFacts,
  type RoomPermissions,
} from "./decidePermissions.ts"
import { Entitlements, PERMISSION_AGE_MS_MAX } from "./Entitlements.ts"
import type { Level } from "./grant/Grant.ts"
import { Group } from "./group/Group.ts"
import { type Conversation, isConversation, otherOf, type RoomAddress, roomIdOf, seatIdOf } from "./ids.ts"
import { ChatPerson } from "./person/ChatPerson.ts"
import { AwaitsAnswer, NeedPermission, NoMessage } from "./refusals.ts"
import { isBannedFrom, Room, type RoomState } from "./room/Room.ts"
import { Seat, type SeatState } from "./seat/Seat.ts"

/** Permission facts of a person; `permissionsIn` adds the state of the room. */
export type PermissionFacts = {
  readonly roomId: string
  readonly own: SeatState
  /** The seat of the other person in a conversation. */
  readonly other: SeatState | null
  readonly permissionsIn: (room: Pick<RoomState, "status" | "bannedIds" | "operatorBans">) => RoomPermissions
}

/** Loads the facts from which permissions follow. */
export const makePermissionReader = Effect.gen(function* () {
  const cached = yield* cachedReader
  const entitlements = yield* Entitlements
  const rooms = cached.of(Room)
  const seats = cached.of(Seat)
  const people = cached.of(ChatPerson)
  const groups = cached.of(Group)

  const roomOf = (roomId: string, ageMsMax: number) =>
    Effect.map(cached.read([rooms(roomId)], ageMsMax), ([room]) => room)
  const seat = (roomId: string, personId: string) => seats(seatIdOf(roomId, personId))
  /** Loads an unknown room together with the facts: the caller is about to read it. */
  const unknown = (roomId: string) => (cached.known(rooms(roomId)) === undefined ? [rooms(roomId)] : [])

  const askGroup = Effect.fnUntraced(function* (
    { scope, ownerId }: Exclude<RoomAddress, Conversation>,
    personId: string,
    ageMsMax: number,
  ) {
    if (scope === "Person") return null
    const roomId = roomIdOf({ scope, ownerId })
    const isOpenToAll = scope === "Team" || scope === "Group" || ownerId === personId
    const wanted = [seat(roomId, personId), people(personId), people(ownerId), ...unknown(roomId)] as const
    const reading = cached.read(wanted, ageMsMax)
    const [[own, person, owner], level] = isOpenToAll
      ? [yield* reading, 0 as Level]
      : yield* Effect.all([reading, entitlements.levelOf(ownerId, personId, ageMsMax)], { concurrency: 2 })
    const known = {
      scope,
      level,
      seat: own.status,
      isOwner: ownerId === personId,
      isGone: person.isForgotten,
      isOwnerGone: owner.isForgotten,
    }
    const permissionsIn: PermissionFacts["permissionsIn"] = (room) =>
      decidePermissions({ ...known, room: room.status, isBanned: isBannedFrom(room, personId) } satisfies GroupFacts)
    return { roomId, own, other: null, permissionsIn }
  })

  const askConversation = Effect.fnUntraced(function* (address: Conversation, personId: string, ageMsMax: number) {
    const roomId = roomIdOf(address)
    const otherId = otherOf(address, personId)
    if (otherId === personId || !address.personIds.some((each) => each.toLowerCase() === personId)) return null
    const personalRoomOf = (ownerId: string) => rooms(roomIdOf({ scope: "Person", ownerId }))
    const [own, other, person, otherPerson, personalRoom, otherPersonalRoom] = yield* cached.read(
      [
        seat(roomId, personId),
        seat(roomId, otherId),
        people(personId),
        people(otherId),
        personalRoomOf(personId),
        personalRoomOf(otherId),
        ...unknown(roomId),
      ],
      ageMsMax,
    )
    const known = {
      scope: "Person" as const,
      seat: own.status,
      otherSeat: other.status,
      isGone: person.isForgotten,
      isOtherGone: otherPerson.isForgotten,
      blocks: person.blockedIds.has(otherId),
      isBlocked: otherPerson.blockedIds.has(personId),
      isPersonalRoomShut: personalRoom.status === "shut" || otherPersonalRoom.status === "shut",
    }
    const permissionsIn: PermissionFacts["permissionsIn"] = ({ status }) =>
      decidePermissions({ ...known, room: status } satisfies ConversationFacts)
    return { roomId, own, other, permissionsIn }
  })

  /** Null for guests and for people outside a conversation. */
  const readFacts = (
    address: RoomAddress,
    personId: string | null,
    ageMsMax: number = PERMISSION_AGE_MS_MAX,
  ): Effect.Effect<PermissionFacts | null> => {
    if (personId === null) return Effect.succeed(null)
    return isConversation(address)
      ? askConversation(address, personId, ageMsMax)
      : askGroup(address, personId, ageMsMax)
  }

  const personOf = (personId: string, ageMsMax: number) =>
    Effect.map(cached.read([people(personId)], ageMsMax), ([person]) => person)

  const groupOf = (groupId: string) => Effect.map(cached.read([groups(groupId)], 0), ([group]) => group)

  /** A recently read room by its stream name. A room that did not exist is read again. */
  const knownRoom = (stream: string) =>
    Effect.map(cached.loaded<RoomState>({ stream }, PERMISSION_AGE_MS_MAX), (room) =>
      room?.version === 0 ? undefined : room,
    )

  return { readFacts, roomOf, personOf, groupOf, knownRoom, logListener: cached.logListener }
})

export type CurrentPermissions = RoomPermissions & {
  readonly roomId: string
  readonly head: number
  readonly read: number
}

/** The current permissions of a person in a room. */
export const currentPermissions =
  ({ readFacts, roomOf }: Effect.Success<typeof makePermissionReader>) =>
  (
    address: RoomAddress,
    personId: string | null,
    ageMsMax: number = PERMISSION_AGE_MS_MAX,
  ): Effect.Effect<CurrentPermissions> =>
    Effect.gen(function* () {
      const roomId = roomIdOf(address)
      const [facts, room] = yield* Effect.all([readFacts(address, personId, ageMsMax), roomOf(roomId, ageMsMax)], {
        concurrency: 2,
      })
      const permissions = facts === null ? decidePermissions(null) : facts.permissionsIn(room)
      return { ...permissions, roomId, head: room.head, read: facts?.own.read ?? 0 }
    })

/** Decides with facts that may be a second old, and again with current facts if that would refuse. */
export const withPermission =
  ({ readFacts }: Pick<Effect.Success<typeof makePermissionReader>, "readFacts">) =>
  <A, E>(
    by: CallerId,
    room: RoomAddress,
    attempt: (facts: PermissionFacts, by: string, ageMsMax: number) => Effect.Effect<A, E>,
  ): Effect.Effect<A, E | NeedPermission> => {
    const attemptAt = (ageMsMax: number) =>
      Effect.gen(function* () {
        const facts = by !== null && isUuid(by) ? yield* readFacts(room, by, ageMsMax) : null
        if (by === null || facts === null) return yield* new NeedPermission()
        return yield* attempt(facts, by, ageMsMax)
      })
    return Effect.catchIf(attemptAt(PERMISSION_AGE_MS_MAX), isRefused, () => attemptAt(0))
  }

const isRefused = (error: unknown): boolean => error instanceof NeedPermission || error instanceof AwaitsAnswer

/** Says nothing about missing messages to people who may not see the room. */
export const refuseMissing = ({ permissionsIn }: PermissionFacts, room: RoomState): NeedPermission | NoMessage =>
  permissionsIn(room).mayRead ? new NoMessage() : new NeedPermission()
