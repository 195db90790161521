import { Result } from "effect"
import type { Decide } from "#core/kernel"
import {
  InviteAccepted,
  InviteIgnored,
  MemberJoined,
  MemberLeft,
  ReadPointerMoved,
  RoomMuted,
  RoomUnmuted,
  type SeatEvent,
} from "../events.ts"
import { NeedPermission } from "../refusals.ts"
import type { SeatState } from "./Seat.ts"

type SeatRef = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

/** @param head the newest message number; earlier messages are not new to the member */
export const joinRoom =
  ({ nowIso, head, ...seat }: SeatRef & { readonly head: number }): Decide<SeatState, SeatEvent, never> =>
  ({ status, read }) =>
    Result.succeed(
      status === "joined" ? [] : [MemberJoined.make({ ...seat, read: Math.max(read, head), joinedAt: nowIso })],
    )

export const leaveRoom =
  ({ nowIso, ...seat }: SeatRef): Decide<SeatState, SeatEvent, never> =>
  ({ status }) =>
    Result.succeed(status === "left" ? [] : [MemberLeft.make({ ...seat, leftAt: nowIso })])

/** An ignored invitation may be accepted later. */
export const acceptInvite =
  ({ nowIso, ...seat }: SeatRef): Decide<SeatState, SeatEvent, NeedPermission> =>
  ({ status }) => {
    if (status === "joined") return Result.succeed([])
    return status === "invited" || status === "ignored"
      ? Result.succeed([InviteAccepted.make({ ...seat, acceptedAt: nowIso })])
      : Result.fail(new NeedPermission())
  }

/** The sender is not informed. */
export const ignoreInvite =
  ({ nowIso, ...seat }: SeatRef): Decide<SeatState, SeatEvent, NeedPermission> =>
  ({ status }) => {
    if (status === "ignored") return Result.succeed([])
    return status === "invited"
      ? Result.succeed([InviteIgnored.make({ ...seat, ignoredAt: nowIso })])
      : Result.fail(new NeedPermission())
  }

export const muteRoom =
  ({ nowIso, ...seat }: SeatRef): Decide<SeatState, SeatEvent, never> =>
  ({ isMuted }) =>
    Result.succeed(isMuted ? [] : [RoomMuted.make({ ...seat, mutedAt: nowIso })])

export const unmuteRoom =
  ({ nowIso, ...seat }: SeatRef): Decide<SeatState, SeatEvent, never> =>
  ({ isMuted }) =>
    Result.succeed(isMuted ? [RoomUnmuted.make({ ...seat, unmutedAt: nowIso })] : [])

/** Writes nothing if the pointer would not move forward. */
export const moveReadPointer =
  ({ nowIso, ...moved }: SeatRef & { readonly seq: number }): Decide<SeatState, SeatEvent, never> =>
  ({ read }) =>
    Result.succeed(moved.seq > read ? [ReadPointerMoved.make({ ...moved, movedAt: nowIso })] : [])
