import { Result } from "effect"
import {
  type ChatPersonEvent,
  InviteAccepted,
  MemberJoined,
  PersonInvited,
  type RoomEvent,
  RoomOpened,
  type SeatEvent,
} from "../events.ts"
import { type Conversation, pairOf, roomIdOf } from "../ids.ts"
import type { ChatPersonState } from "../person/ChatPerson.ts"
import { addressStranger } from "../person/changePerson.ts"
import type { TooMany } from "../refusals.ts"
import type { RoomState } from "../room/Room.ts"
import type { SeatState } from "./Seat.ts"

export type ConversationSeats = { readonly room: RoomState; readonly own: SeatState; readonly other: SeatState }

type SeatEventsTaken = {
  readonly room: ReadonlyArray<RoomEvent>
  readonly own: ReadonlyArray<SeatEvent>
  readonly other: ReadonlyArray<SeatEvent>
  readonly person: ReadonlyArray<ChatPersonEvent>
}

/**
 * Prepares a conversation for a message: opens the room, takes the seat of the sender, invites the other person.
 * Writing to someone who invited accepts. A person who left does not return by writing.
 */
export const takeSeats =
  ({
    address,
    by,
    otherId,
    nowIso,
  }: {
    readonly address: Conversation
    readonly by: string
    readonly otherId: string
    readonly nowIso: string
  }) =>
  ({
    room,
    own,
    other,
    person,
  }: ConversationSeats & { readonly person: ChatPersonState }): Result.Result<SeatEventsTaken, TooMany> => {
    const isStranger = other.status === "none"
    const addressed = isStranger ? addressStranger({ personId: by, strangerId: otherId, nowIso })(person) : NOTHING
    if (Result.isFailure(addressed)) return Result.fail(addressed.failure)
    const roomId = roomIdOf(address)
    const opened = () =>
      RoomOpened.make({ roomId, scope: "Person", ownerId: null, personIds: [...pairOf(address)], openedAt: nowIso })
    return Result.succeed({
      room: room.status === "none" ? [opened()] : [],
      own: takeOwnSeat(own, { roomId, personId: by }, nowIso),
      other: isStranger ? [PersonInvited.make({ roomId, personId: otherId, invitedBy: by, invitedAt: nowIso })] : [],
      person: addressed.success,
    })
  }

const NOTHING: Result.Result<ReadonlyArray<ChatPersonEvent>, TooMany> = Result.succeed([])

export const areSeatsTaken = ({ room, own, other }: ConversationSeats): boolean =>
  room.status !== "none" && own.status === "joined" && other.status !== "none"

const takeOwnSeat = (
  { status, read }: SeatState,
  seat: { readonly roomId: string; readonly personId: string },
  nowIso: string,
): ReadonlyArray<SeatEvent> => {
  if (status === "none") return [MemberJoined.make({ ...seat, read, joinedAt: nowIso })]
  return status === "invited" || status === "ignored" ? [InviteAccepted.make({ ...seat, acceptedAt: nowIso })] : []
}
