import { Data, Result } from "effect"
import { type Decide, stripBidiControls } from "#core/kernel"
import type { RoomPermissions } from "../decidePermissions.ts"
import { MessageEdited, MessageRemoved, MessagesForgotten, type RoomEvent } from "../events.ts"
import { type InvalidMessage, NeedPermission, NoMessage } from "../refusals.ts"
import { type Draft, isNumberOf, validateDraft } from "./postMessage.ts"
import type { RoomState } from "./Room.ts"

type Which = {
  readonly roomId: string
  readonly seq: number
  /** The author according to the log. */
  readonly senderId: string
  readonly by: string
  readonly nowIso: string
}
type StandingIn = (state: RoomState) => RoomPermissions

/** Whether the message was removed, and the removal count of the room at that time. */
export type Removals = { readonly isRemoved: boolean; readonly counted: number }

/** A message was removed since the check: check again. */
export class RemovedSince extends Data.TaggedError("RemovedSince") {}

/** Only the author may edit. A message with pictures or files may have no text. Removed messages stay removed. */
export const editMessage =
  (
    { roomId, seq, senderId, by, nowIso, text }: Which & { readonly text: string },
    { isRemoved, counted, ...attached }: Removals & Pick<Draft, "pictures" | "files">,
    permissionsIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage | InvalidMessage | RemovedSince> =>
  (state) => {
    if (!permissionsIn(state).mayWrite) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (senderId !== by) return Result.fail(new NeedPermission())
    if (isRemoved) return Result.fail(new NoMessage())
    const unfit = validateDraft({ text, ...attached })
    if (unfit !== undefined) return Result.fail(unfit)
    if (state.removals !== counted) return Result.fail(new RemovedSince())
    const fact = { roomId, head: state.head, seq, senderId, text: stripBidiControls(text), editedAt: nowIso }
    return Result.succeed([MessageEdited.make(fact)])
  }

/** By the author, or by the creator who owns the room. */
export const removeMessage =
  (
    { roomId, seq, senderId, by, nowIso }: Which,
    permissionsIn: StandingIn,
  ): Decide<RoomState, RoomEvent, NeedPermission | NoMessage> =>
  (state) => {
    const permissions = permissionsIn(state)
    if (!permissions.mayRead) return Result.fail(new NeedPermission())
    if (!isNumberOf(state, seq)) return Result.fail(new NoMessage())
    if (!mayRemove(permissions, { senderId, by })) return Result.fail(new NeedPermission())
    return Result.succeed([MessageRemoved.make({ roomId, head: state.head, seq, senderId, removedAt: nowIso })])
  }

/** For operators, in every room. */
export const removeAsOperator =
  ({ roomId, seq, senderId, nowIso }: Omit<Which, "by">): Decide<RoomState, RoomEvent, NoMessage> =>
  (state) =>
    isNumberOf(state, seq)
      ? Result.succeed([MessageRemoved.make({ roomId, head: state.head, seq, senderId, removedAt: nowIso })])
      : Result.fail(new NoMessage())

/** People may remove their own messages; the creator of a room may remove any. */
export const mayRemove = (
  { mayRead, mayModerate }: Pick<RoomPermissions, "mayRead" | "mayModerate">,
  { senderId, by }: Pick<Which, "senderId" | "by">,
): boolean => mayRead && (senderId === by || mayModerate)

/** Messages per event. */
const FORGOTTEN_AT_ONCE_MAX = 1_000

/** Removes the texts of an erased author. */
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
