import { Result } from "effect"
import type { Decide } from "#core/kernel"
import type { Standing } from "../decideStanding.ts"
import { MessagePosted, type RoomEvent } from "../events.ts"
import { AwaitsAnswer, NeedPermission, NoMessage, UnfitMessage } from "../refusals.ts"
import { type Draft, isClientId, unfitOf } from "./fitMessage.ts"
import type { RoomState } from "./Room.ts"

export type PostMessage = Draft & {
  readonly roomId: string
  readonly senderId: string
  readonly clientId: string
  readonly replyTo: number | null
  readonly nowIso: string
}

export type PostRefusal = NeedPermission | AwaitsAnswer | NoMessage | UnfitMessage

/** The next message of a room. @param standingIn what the sender may do, given how the room is at that moment */
export const postMessage =
  (
    { roomId, senderId, clientId, text, pictures, replyTo, nowIso }: PostMessage,
    standingIn: (state: RoomState) => Standing,
  ): Decide<RoomState, RoomEvent, PostRefusal> =>
  (state) => {
    const { mayWrite, unansweredMax } = standingIn(state)
    if (!mayWrite) return Result.fail(new NeedPermission())
    const inARow = state.lastSenderId === senderId ? state.inARow : 0
    if (unansweredMax !== null && inARow >= unansweredMax) return Result.fail(new AwaitsAnswer())
    const unfit = unfitFor(state, { text, pictures, clientId, replyTo })
    if (unfit !== undefined) return Result.fail(unfit)
    // Clocks of nodes differ; history is in the order of dates all the same.
    const postedAt = nowIso < state.lastAt ? state.lastAt : nowIso
    const seq = state.head + 1
    return Result.succeed([MessagePosted.make({ roomId, seq, senderId, clientId, text, replyTo, pictures, postedAt })])
  }

/** Why a message cannot be that in a room, whoever writes it; undefined where it can. */
export const unfitFor = (
  state: Pick<RoomState, "head">,
  { clientId, replyTo, ...draft }: Draft & Pick<PostMessage, "clientId" | "replyTo">,
): UnfitMessage | NoMessage | undefined => {
  const unfit = isClientId(clientId) ? unfitOf(draft) : new UnfitMessage({ problem: "clientId" })
  if (unfit !== undefined || replyTo === null || isNumberOf(state, replyTo)) return unfit
  return new NoMessage()
}

/** Whether a room has drawn this number. */
export const isNumberOf = ({ head }: Pick<RoomState, "head">, seq: number): boolean =>
  Number.isInteger(seq) && seq >= 1 && seq <= head
