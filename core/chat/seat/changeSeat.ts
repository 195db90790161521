import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { InviteAccepted, InviteIgnored, MemberJoined, MemberLeft, ReadPointerMoved, type SeatEvent } from "../events.ts"
import { NeedPermission } from "../refusals.ts"
import type { SeatState } from "./Seat.ts"

type Place = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

/** Takes a seat. @param head the number of the room's newest message, which is not new to who joins now */
export const joinRoom =
  ({ nowIso, head, ...seat }: Place & { readonly head: number }): Decide<SeatState, SeatEvent, never> =>
  ({ status, read }) =>
    Result.succeed(
      status === "joined" ? [] : [MemberJoined.make({ ...seat, read: Math.max(read, head), joinedAt: nowIso })],
    )

/** Gives the seat up. */
export const leaveRoom =
  ({ nowIso, ...seat }: Place): Decide<SeatState, SeatEvent, never> =>
  ({ status }) =>
    Result.succeed(status === "left" ? [] : [MemberLeft.make({ ...seat, leftAt: nowIso })])

/** Lets who wrote go on. What was ignored may be accepted later. */
export const acceptInvite =
  ({ nowIso, ...seat }: Place): Decide<SeatState, SeatEvent, NeedPermission> =>
  ({ status }) => {
    if (status === "joined") return Result.succeed([])
    return status === "invited" || status === "ignored"
      ? Result.succeed([InviteAccepted.make({ ...seat, acceptedAt: nowIso })])
      : Result.fail(new NeedPermission())
  }

/** Hears no more of it. Who wrote is told nothing. */
export const ignoreInvite =
  ({ nowIso, ...seat }: Place): Decide<SeatState, SeatEvent, NeedPermission> =>
  ({ status }) => {
    if (status === "ignored") return Result.succeed([])
    return status === "invited"
      ? Result.succeed([InviteIgnored.make({ ...seat, ignoredAt: nowIso })])
      : Result.fail(new NeedPermission())
  }

/** Has read up to a message; one that is no further than before says nothing. */
export const moveReadPointer =
  ({ nowIso, ...moved }: Place & { readonly seq: number }): Decide<SeatState, SeatEvent, never> =>
  ({ read }) =>
    Result.succeed(moved.seq > read ? [ReadPointerMoved.make({ ...moved, movedAt: nowIso })] : [])
