import { Result } from "effect"
import type { Decide } from "#core/kernel"
import type { Standing } from "../decideStanding.ts"
import { MessageEdited, MessageRemoved, MessagesForgotten, type RoomEvent } from "../events.ts"
import { NeedPermission, NoMessage, type UnfitMessage } from "../refusals.ts"
import { unfitOf } from "./fitMessage.ts"
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

/** The author says it otherwise. */
export const editMessage =
  (
    { roomId, seq, senderId, by, nowIso, text }: Which & { readonly text: string },
    standingIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage | UnfitMessage> =>
  (state) => {
    if (!standingIn(state).mayWrite) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (senderId !== by) return Result.fail(new NeedPermission())
    const unfit = unfitOf({ text, pictures: [] })
    if (unfit !== undefined) return Result.fail(unfit)
    return Result.succeed([MessageEdited.make({ roomId, head: state.head, seq, senderId, text, editedAt: nowIso })])
  }

/** The author takes it back, or the creator whose room it is. */
export const removeMessage =
  (
    { roomId, seq, senderId, by, nowIso }: Which,
    standingIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage> =>
  (state) => {
    const { mayRead, mayModerate } = standingIn(state)
    if (!mayRead) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (senderId !== by && !mayModerate) return Result.fail(new NeedPermission())
    return Result.succeed([MessageRemoved.make({ roomId, head: state.head, seq, senderId, removedAt: nowIso })])
  }

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
