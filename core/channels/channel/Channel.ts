import { type Aggregate, reader } from "#core/kernel"
import { CHANNEL_DISPLAY, CHANNEL_STATUS, COMMENT_LEVEL } from "../formRules.ts"
import { ChannelEvent, ChannelEvents, type ChannelNumberEvent, ChannelNumberEvents } from "./events.ts"

/** What a creator writes about a channel. */
export type Description = {
  readonly subject: string
  readonly bio: string
  readonly links: ReadonlyArray<string>
  /** Language tags of the content. */
  readonly languages: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
}
/** Keys of stored pictures; null for none. */
export type ChannelPictures = { readonly icon: string | null; readonly banner: string | null }
export type ChannelStatus = {
  readonly statusId: number
  readonly displayStatusId: number
  readonly successorCode: string | null
}

export type ChannelState = Description &
  ChannelPictures &
  ChannelStatus & {
    /** Null before it was opened, and after its creator was erased. */
    readonly personId: string | null
    readonly channelId: number
    readonly channelCode: string
    readonly parentId: number | null
    readonly subChannelIds: ReadonlyArray<number>
    readonly commentLevelId: number
    /** The address of the feed that the channel moved to; null while it is here. */
    readonly movedTo: string | null
    /** Operators withhold it. */
    readonly isWithheld: boolean
  }

const initial: ChannelState = {
  personId: null,
  channelId: 0,
  channelCode: "",
  parentId: null,
  subChannelIds: [],
  ...{ subject: "", bio: "", links: [], languages: [], tags: [], icon: null, banner: null },
  ...{ statusId: CHANNEL_STATUS.active, displayStatusId: CHANNEL_DISPLAY.shown, successorCode: null },
  commentLevelId: COMMENT_LEVEL.everybody,
  movedTo: null,
  isWithheld: false,
}

/** A channel, by its number. */
export const Channel: Aggregate<ChannelState, ChannelEvent> = {
  category: "channel",
  events: ChannelEvents,
  initial,
  evolve: (state, event) =>
    ChannelEvent.match(event, {
      "channels.ChannelOpened.v1": ({
        personId,
        channelId,
        channelCode,
        parentId,
        subject,
        languages,
      }): ChannelState => ({
        ...state,
        ...{ personId, channelId, channelCode, parentId, subject: subject ?? "", languages },
      }),
      "channels.SubChannelAdded.v1": ({ subChannelId }) => ({
        ...state,
        subChannelIds: [...state.subChannelIds, subChannelId],
      }),
      "channels.ChannelDescribed.v1": ({ subject, bio, links, languages, tags }) => ({
        ...state,
        ...{ subject: subject ?? "", bio: bio ?? "", links: links ?? [], languages, tags },
      }),
      "channels.ChannelPictured.v1": ({ icon, banner }) => ({ ...state, icon, banner }),
      "channels.ChannelStatusSet.v1": ({ statusId, displayStatusId, successorCode }) => ({
        ...state,
        ...{ statusId, displayStatusId, successorCode },
      }),
      "channels.CommentLevelSet.v1": ({ commentLevelId }) => ({ ...state, commentLevelId }),
      "channels.ChannelMoved.v1": ({ to }) => ({ ...state, movedTo: to }),
      "channels.MoveEnded.v1": () => ({ ...state, movedTo: null }),
      "channels.ChannelWithheld.v1": () => ({ ...state, isWithheld: true }),
      "channels.ChannelReleased.v1": () => ({ ...state, isWithheld: false }),
      "channels.ChannelForgotten.v1": () => initial,
    }),
}

/** Reads a channel, by its number as text. */
export const channelReader = reader(Channel)

/** The last number given to a channel; 0 before the first. One stream, `ALL_CHANNELS`. */
export const ChannelNumbers: Aggregate<{ readonly last: number }, ChannelNumberEvent> = {
  category: "channelnumbers",
  events: ChannelNumberEvents,
  initial: { last: 0 },
  evolve: (_, { channelId }) => ({ last: channelId }),
}
export const ALL_CHANNELS = "all"

/** Whether a code was given to a channel, by the code. */
export const ChannelCodeUse: Aggregate<{ readonly isGiven: boolean }, ChannelNumberEvent> = {
  category: "channelcode",
  events: ChannelNumberEvents,
  initial: { isGiven: false },
  evolve: () => ({ isGiven: true }),
}
