import { Data, Result } from "effect"
import type { Decide } from "#core/kernel"
import type { Standing } from "../decideStanding.ts"
import { MessageEdited, MessageRemoved, MessagesForgotten, type RoomEvent } from "../events.ts"
import { NeedPermission, NoMessage, type UnfitMessage } from "../refusals.ts"
import { type Draft, unfitOf } from "./fitMessage.ts"
import { isNumberOf } from "./postMessage.ts"
import type { RoomState } from "./Room.ts"

type Which = {
  readonly roomId: string
  readonly seq: number
  /** Who wrote it, as the log says. */
  readonly senderId: string
  readonly by: string
  readonly nowIso: string
}
type StandingIn = (state: RoomState) => Standing

/** What was removed, as it was looked at, and how many removals the room had counted then. */
export type Removals = { readonly isRemoved: boolean; readonly counted: number }

/** Something was removed since that was looked at: whether it was this message has to be looked at again. */
export class RemovedSince extends Data.TaggedError("RemovedSince") {}

/** The author says it otherwise; where it has pictures, they may stand without words. What was removed stays so. */
export const editMessage =
  (
    { roomId, seq, senderId, by, nowIso, text }: Which & { readonly text: string },
    { isRemoved, counted, pictures }: Removals & Pick<Draft, "pictures">,
    standingIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage | UnfitMessage | RemovedSince> =>
  (state) => {
    if (!standingIn(state).mayWrite) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (senderId !== by) return Result.fail(new NeedPermission())
    if (isRemoved) return Result.fail(new NoMessage())
    const unfit = unfitOf({ text, pictures })
    if (unfit !== undefined) return Result.fail(unfit)
    if (state.removals !== counted) return Result.fail(new RemovedSince())
    return Result.succeed([MessageEdited.make({ roomId, head: state.head, seq, senderId, text, editedAt: nowIso })])
  }

/** The author takes it back, or the creator whose room it is. */
export const removeMessage =
  (
    { roomId, seq, senderId, by, nowIso }: Which,
    standingIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage> =>
  (state) => {
    const standing = standingIn(state)
    if (!standing.mayRead) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (!mayRemove(standing, { senderId, by })) return Result.fail(new NeedPermission())
    return Result.succeed([MessageRemoved.make({ roomId, head: state.head, seq, senderId, removedAt: nowIso })])
  }

/** Whether somebody may take a message away: their own or, as the creator whose room it is, anybody's. */
export const mayRemove = (
  { mayRead, mayModerate }: Pick<Standing, "mayRead" | "mayModerate">,
  { senderId, by }: Pick<Which, "senderId" | "by">,
): boolean => mayRead && (senderId === by || mayModerate)

/** Messages that one fact forgets. */
const FORGOTTEN_AT_ONCE_MAX = 1_000

/** What somebody who left for good wrote vanishes, so many at once. */
export const forgetMessages =
  (of: {
    readonly roomId: string
    readonly senderId: string
    readonly seqs: ReadonlyArray<number>
    readonly nowIso: string
  }): Decide<RoomState, RoomEvent, never> =>
  ({ head }) => {
    const { nowIso, seqs, ...which } = of
    const facts: Array<RoomEvent> = []
    for (let from = 0; from < seqs.length; from += FORGOTTEN_AT_ONCE_MAX) {
      const some = seqs.slice(from, from + FORGOTTEN_AT_ONCE_MAX)
      facts.push(MessagesForgotten.make({ ...which, head, seqs: some, forgottenAt: nowIso }))
    }
    return Result.succeed(facts)
  }
