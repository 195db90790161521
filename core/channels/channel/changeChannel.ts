import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { CHANNEL_STATUS } from "../formRules.ts"
import { NoChannel, UnfitForm } from "../refusals.ts"
import type { ChannelPictures, ChannelState, ChannelStatus, Description } from "./Channel.ts"
import {
  ChannelDescribed,
  type ChannelEvent,
  ChannelForgotten,
  ChannelPictured,
  ChannelStatusSet,
  CommentLevelSet,
} from "./events.ts"

type Who = { readonly personId: string; readonly nowMs: number }
type DecideChannel<Refusal> = Decide<ChannelState, ChannelEvent, Refusal>

/** Changes the description of one's own channel; omitted fields stay. */
export const describeChannel = ({ personId, nowMs, ...change }: Who & Partial<Description>): DecideChannel<NoChannel> =>
  own(personId, ({ channelId, subject, bio, links, languages, tags }) => {
    const former = { subject, bio, links, languages, tags }
    const next = { ...former, ...change }
    if (JSON.stringify(next) === JSON.stringify(former)) return []
    return [ChannelDescribed.make({ personId, channelId, ...next, describedAt: formatIso(nowMs) })]
  })

/** Changes the pictures of one's own channel; omitted ones stay, null removes one. */
export const pictureChannel = ({
  personId,
  nowMs,
  ...change
}: Who & Partial<ChannelPictures>): DecideChannel<NoChannel> =>
  own(personId, ({ channelId, icon, banner }) => {
    const next = { icon, banner, ...change }
    if (next.icon === icon && next.banner === banner) return []
    return [ChannelPictured.make({ personId, channelId, ...next, picturedAt: formatIso(nowMs) })]
  })

/** Pauses, closes, reopens, hides or shows one's own channel. Only a closed one names a successor, which is another. */
export const setChannelStatus =
  ({ personId, nowMs, ...change }: Who & Partial<ChannelStatus>): DecideChannel<NoChannel | UnfitForm> =>
  (state) => {
    const next = {
      statusId: change.statusId ?? state.statusId,
      displayStatusId: change.displayStatusId ?? state.displayStatusId,
      successorCode: change.successorCode === undefined ? state.successorCode : change.successorCode,
    }
    const isClosed = next.statusId === CHANNEL_STATUS.closed
    if (isClosed && next.successorCode === state.channelCode)
      return Result.fail(new UnfitForm({ problems: [{ field: "successorCode", problem: "successor" }] }))
    const successorCode = isClosed ? next.successorCode : null
    return own(personId, ({ channelId, ...former }) => {
      const isSame =
        former.statusId === next.statusId &&
        former.displayStatusId === next.displayStatusId &&
        former.successorCode === successorCode
      if (isSame) return []
      return [ChannelStatusSet.make({ personId, channelId, ...next, successorCode, setAt: formatIso(nowMs) })]
    })(state)
  }

/** Sets who may comment on the posts of one's own channel. */
export const setCommentLevel = ({
  personId,
  nowMs,
  commentLevelId,
}: Who & { readonly commentLevelId: number }): DecideChannel<NoChannel> =>
  own(personId, ({ channelId, commentLevelId: former }) =>
    former === commentLevelId
      ? []
      : [CommentLevelSet.make({ personId, channelId, commentLevelId, setAt: formatIso(nowMs) })],
  )

/** Forgets the channel of an erased person; idempotent. */
export const forgetChannel =
  ({ personId, nowMs }: Who): DecideChannel<never> =>
  ({ personId: ownerId, channelId }) =>
    Result.succeed(
      ownerId === personId ? [ChannelForgotten.make({ personId, channelId, forgottenAt: formatIso(nowMs) })] : [],
    )

/** Decides only for the creator of the channel. */
export const own =
  (personId: string, decide: (state: ChannelState) => ReadonlyArray<ChannelEvent>): DecideChannel<NoChannel> =>
  (state) =>
    state.personId === personId ? Result.succeed(decide(state)) : Result.fail(new NoChannel({}))
