import { CHANNEL_DISPLAY, CHANNEL_STATUS, COMMENT_LEVEL } from "#contract/channels"
import { ChannelEvents } from "#core/channels"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { type ChannelRow, channel } from "./tables.ts"

/** The channels of creators, with what they say about themselves. */
export const channels = makeProjection({
  name: "channels",
  version: 2,
  byStream: true,
  tables: [channel],
  handlers: [
    on(ChannelEvents, {
      "channels.ChannelOpened.v1": ({ personId, channelId, channelCode, parentId, subject, languages, openedAt }) => [
        put(channel, {
          channel_id: channelId,
          code: channelCode,
          person_id: personId,
          parent_id: parentId,
          subject: subject ?? "",
          bio: "",
          links: [],
          languages,
          tags: [],
          icon: null,
          banner: null,
          status_id: CHANNEL_STATUS.active,
          display_status_id: CHANNEL_DISPLAY.shown,
          comment_level_id: COMMENT_LEVEL.everybody,
          successor_code: null,
          moved_to: null,
          is_withheld: false,
          opened_at: openedAt,
        }),
      ],
      "channels.SubChannelAdded.v1": () => [],
      "channels.ChannelDescribed.v1": ({ channelId, subject, bio, links, languages, tags }) =>
        changed(channelId, { subject: subject ?? "", bio: bio ?? "", links: links ?? [], languages, tags }),
      "channels.ChannelPictured.v1": ({ channelId, icon, banner }) => changed(channelId, { icon, banner }),
      "channels.ChannelStatusSet.v1": ({ channelId, statusId, displayStatusId, successorCode }) =>
        changed(channelId, {
          status_id: statusId,
          display_status_id: displayStatusId,
          successor_code: successorCode,
        }),
      "channels.CommentLevelSet.v1": ({ channelId, commentLevelId }) =>
        changed(channelId, { comment_level_id: commentLevelId }),
      "channels.ChannelMoved.v1": ({ channelId, to }) => changed(channelId, { moved_to: to }),
      "channels.MoveEnded.v1": ({ channelId }) => changed(channelId, { moved_to: null }),
      "channels.ChannelWithheld.v1": ({ channelId }) => changed(channelId, { is_withheld: true }),
      "channels.ChannelReleased.v1": ({ channelId }) => changed(channelId, { is_withheld: false }),
      "channels.ChannelForgotten.v1": ({ channelId }) => [remove(channel, [channelId])],
    }),
  ],
})

const changed = (channelId: number, change: Partial<ChannelRow>): ReadonlyArray<Change> => [
  patch(channel, [channelId], (row) => ({ ...row, ...change })),
]
