import { Result } from "effect"
import { InviteAccepted, MemberJoined, PersonInvited, type RoomEvent, RoomOpened, type SeatEvent } from "../events.ts"
import { type Conversation, pairOf, roomIdOf } from "../ids.ts"
import type { RoomState } from "../room/Room.ts"
import type { SeatState } from "./Seat.ts"

export type Seats = { readonly room: RoomState; readonly own: SeatState; readonly other: SeatState }

type Taken = {
  readonly room: ReadonlyArray<RoomEvent>
  readonly own: ReadonlyArray<SeatEvent>
  readonly other: ReadonlyArray<SeatEvent>
}

/**
 * What has to be so before somebody writes in a conversation: it is open, they sit in it, and the other one is at least
 * invited. Writing to somebody who invited answers them. Who left does not come back by writing.
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
  ({ room, own, other }: Seats): Result.Result<Taken, never> => {
    const roomId = roomIdOf(address)
    const opened = () =>
      RoomOpened.make({ roomId, scope: "Person", ownerId: null, personIds: [...pairOf(address)], openedAt: nowIso })
    return Result.succeed({
      room: room.status === "none" ? [opened()] : [],
      own: takenBy(own, { roomId, personId: by }, nowIso),
      other:
        other.status === "none"
          ? [PersonInvited.make({ roomId, personId: otherId, invitedBy: by, invitedAt: nowIso })]
          : [],
    })
  }

/** Whether somebody may write in a conversation as it is. */
export const areTaken = ({ room, own, other }: Seats): boolean =>
  room.status !== "none" && own.status === "joined" && other.status !== "none"

const takenBy = (
  { status, read }: SeatState,
  seat: { readonly roomId: string; readonly personId: string },
  nowIso: string,
): ReadonlyArray<SeatEvent> => {
  if (status === "none") return [MemberJoined.make({ ...seat, read, joinedAt: nowIso })]
  return status === "invited" || status === "ignored" ? [InviteAccepted.make({ ...seat, acceptedAt: nowIso })] : []
}
