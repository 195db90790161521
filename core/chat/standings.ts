import { Effect } from "effect"
import { cachedReader } from "#core/kernel"
import { type ConversationFacts, decideStanding, type GroupFacts, type Standing } from "./decideStanding.ts"
import { Entitlements } from "./Entitlements.ts"
import type { Level } from "./grant/Grant.ts"
import { type Conversation, isConversation, otherOf, type RoomAddress, roomIdOf, seatIdOf } from "./ids.ts"
import { ChatPerson } from "./person/ChatPerson.ts"
import { Room, type RoomState } from "./room/Room.ts"
import { Seat, type SeatState } from "./seat/Seat.ts"

/** How old what a permission follows from may be. What it would refuse is looked up anew first. */
export const STANDING_MS_MAX = 1_000

/** How a person stands to a room, as soon as it is known how the room is. */
export type Asked = {
  readonly roomId: string
  readonly own: SeatState
  /** The other one's in a conversation. */
  readonly other: SeatState | null
  readonly standingIn: (room: Pick<RoomState, "status" | "bannedIds">) => Standing
}

/** Gathers the facts from which permission follows. */
export const standings = Effect.gen(function* () {
  const kept = yield* cachedReader
  const entitlements = yield* Entitlements
  const rooms = kept.of(Room)
  const seats = kept.of(Seat)
  const people = kept.of(ChatPerson)

  const roomOf = (roomId: string, ageMsMax: number) =>
    Effect.map(kept.read([rooms(roomId)], ageMsMax), ([room]) => room)
  const seat = (roomId: string, personId: string) => seats(seatIdOf(roomId, personId))
  /** A room that nobody here looked at yet comes with what is asked about it anyway: whoever asks is about to look. */
  const unknown = (roomId: string) => (kept.known(rooms(roomId)) === undefined ? [rooms(roomId)] : [])

  const askGroup = Effect.fnUntraced(function* (
    { scope, ownerId }: Exclude<RoomAddress, Conversation>,
    personId: string,
    ageMsMax: number,
  ) {
    if (scope === "Person") return null
    const roomId = roomIdOf({ scope, ownerId })
    const isOpenToAll = scope === "Team" || ownerId === personId
    const wanted = [seat(roomId, personId), people(personId), people(ownerId), ...unknown(roomId)] as const
    const reading = kept.read(wanted, ageMsMax)
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
    const standingIn: Asked["standingIn"] = ({ status, bannedIds }) =>
      decideStanding({ ...known, room: status, isBanned: bannedIds.includes(personId) } satisfies GroupFacts)
    return { roomId, own, other: null, standingIn }
  })

  const askConversation = Effect.fnUntraced(function* (address: Conversation, personId: string, ageMsMax: number) {
    const roomId = roomIdOf(address)
    const otherId = otherOf(address, personId)
    if (otherId === personId || !address.personIds.some((each) => each.toLowerCase() === personId)) return null
    const doorOf = (ownerId: string) => rooms(roomIdOf({ scope: "Person", ownerId }))
    const [own, other, person, otherPerson, door, otherDoor] = yield* kept.read(
      [
        seat(roomId, personId),
        seat(roomId, otherId),
        people(personId),
        people(otherId),
        doorOf(personId),
        doorOf(otherId),
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
      isDoorShut: door.status === "shut" || otherDoor.status === "shut",
    }
    const standingIn: Asked["standingIn"] = ({ status }) =>
      decideStanding({ ...known, room: status } satisfies ConversationFacts)
    return { roomId, own, other, standingIn }
  })

  /** Null for who has no standing anywhere here: guests, and strangers to a conversation. */
  const ask = (
    address: RoomAddress,
    personId: string | null,
    ageMsMax: number = STANDING_MS_MAX,
  ): Effect.Effect<Asked | null> => {
    if (personId === null) return Effect.succeed(null)
    return isConversation(address)
      ? askConversation(address, personId, ageMsMax)
      : askGroup(address, personId, ageMsMax)
  }

  /** A room as it was looked at a moment ago, by the name of its stream; one that was not there may be there by now. */
  const knownRoom = (stream: string) =>
    Effect.map(kept.loaded<RoomState>({ stream }, STANDING_MS_MAX), (room) => (room?.version === 0 ? undefined : room))

  return { ask, roomOf, knownRoom, logListener: kept.logListener }
})
