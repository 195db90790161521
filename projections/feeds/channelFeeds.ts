import { CHANNEL_DISPLAY, CHANNEL_STATUS } from "#contract/channels"
import type { ChannelEvent } from "#core/channels"
import { pictureAddress } from "#core/media"
import { channelFeedId, type PostEvent } from "#core/publishing"
import { type Change, patch, put } from "#projections/runner"
import { NEW_FEED } from "./newFeed.ts"
import { type FeedRow, feed } from "./tables.ts"

type Opened = Extract<ChannelEvent, { readonly _tag: "channels.ChannelOpened.v1" }>
type Described = Extract<ChannelEvent, { readonly _tag: "channels.ChannelDescribed.v1" }>
type Pictured = Extract<ChannelEvent, { readonly _tag: "channels.ChannelPictured.v1" }>
type StatusSet = Extract<ChannelEvent, { readonly _tag: "channels.ChannelStatusSet.v1" }>
type Published = Pick<Extract<PostEvent, { readonly _tag: "publishing.PostPublished.v1" }>, "channelId" | "publishedAt">
type Deleted = Pick<Extract<PostEvent, { readonly _tag: "publishing.PostDeleted.v1" }>, "channelId" | "wasShown">

/** The feed of a channel. It is not fetched, and has the code of the channel in the directory. */
export const openedFeed = ({ channelId, channelCode, subject, languages, openedAt }: Opened): ReadonlyArray<Change> => {
  const feedId = channelFeedId(channelId)
  return [
    put(feed, {
      ...NEW_FEED,
      feed_id: feedId,
      source: "QI",
      code: channelCode,
      title: subject ?? channelCode,
      language: languages[0] ?? null,
      url: `/feeds/channel/${channelCode}/posts.rss`,
      link: `/user/${channelCode}`,
      added_at: openedAt,
    }),
  ]
}

export const describedFeed = ({ channelId, subject, bio, languages, tags }: Described): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({
    ...row,
    title: subject ?? row.title,
    description: bio === "" ? null : bio,
    language: languages[0] ?? row.language,
    tags,
  })),
]

export const picturedFeed = ({ channelId, icon }: Pictured): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({ ...row, icon_url: icon === null ? null : pictureAddress("avatar", icon) })),
]

export const listedFeed = ({ channelId, statusId, displayStatusId }: StatusSet): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({
    ...row,
    is_listed: statusId !== CHANNEL_STATUS.closed && displayStatusId === CHANNEL_DISPLAY.shown,
  })),
]

/** Imported posts have former dates: the feed is as new as its newest post. */
export const countedPost = ({ channelId, publishedAt }: Published): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({
    ...row,
    item_count: row.item_count + 1,
    last_updated: newest(row.last_updated, publishedAt),
  })),
]

const newest = (before: string | null, at: string): string =>
  before !== null && Date.parse(before) > Date.parse(at) ? before : at

export const shownAgain = ({ channelId }: { readonly channelId: number }): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({ ...row, item_count: row.item_count + 1 })),
]

export const deletedPost = ({ wasShown, ...named }: Deleted): ReadonlyArray<Change> =>
  wasShown ? takenAway(named) : []

export const takenAway = ({ channelId }: { readonly channelId: number }): ReadonlyArray<Change> => [
  changed(channelId, (row) => ({ ...row, item_count: Math.max(0, row.item_count - 1) })),
]

const changed = (channelId: number, fold: (row: FeedRow) => FeedRow): Change =>
  patch(feed, [channelFeedId(channelId)], fold)
