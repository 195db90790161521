import { CHANNEL_DISPLAY, CHANNEL_STATUS } from "#contract/channels"
import type { FeedItem, PreviewItem } from "#contract/feeds"
import type { FeedInList, FollowableFeed, FollowedFeed } from "#contract/follows"
import type { ChannelItem, FeedsIndex, SearchedItem } from "#contract/library"
import type { ListedChannel } from "#projections/channels"
import type { DirectoryFeed, ListedItem, PopularFeed } from "#projections/feeds"
import type { FollowedFeed as Followed } from "#projections/follows"
import type { FoundItem, MarkedText, Marks, Suggestions } from "#projections/library"
import { authorLabel } from "#src/lib/authorLabel.ts"
import { hostOf } from "#src/lib/hostOf.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { toCreatorItem } from "./userProfile/creators.wire.ts"

/** Picture addresses use our own proxy, so that publishers never see readers' addresses. */
const ITEM_IMAGE_WIDTH = 640
const ICON_WIDTH = 128

/** A feed of the directory in the wire format. `subsribers` is the number of accounts that follow it. */
export const toFollowableFeed = (feed: DirectoryFeed | PopularFeed): FollowableFeed => ({
  id: feed.feedId,
  feedId: feed.feedId,
  code: feed.code,
  contentType: feed.source,
  description: feed.description ?? "",
  iconUrl: imageUrl(feed.iconUrl, ICON_WIDTH) ?? "",
  lastUpdated: feed.lastUpdatedMs,
  recentUpdate: feed.fetchedMs,
  subsribers: feed.followers,
  tags: feed.tags,
  title: feed.title,
  url: feed.link ?? feed.url,
})

/** A feed in a list of follows, in the wire format. */
export const toFeedInList = ({ feedId, title, link, url }: DirectoryFeed): FeedInList => ({
  id: feedId,
  feedId,
  feedName: title,
  link: link ?? url,
})

/** A feed that an account follows, in the wire format: its page data and its group. */
export const toFollowedFeed = (feed: Followed): FollowedFeed => {
  const whole = toFollowableFeed(feed)
  return {
    ...whole,
    ...toFeedInList(feed),
    description: whole.description.slice(0, DESCRIPTION_LENGTH_MAX),
    follow: true,
    groupId: feed.groupId ?? "",
    groupName: feed.groupName ?? "",
    withCreator: feed.withCreator,
  }
}
/** Maximum length of a description: enough to recognise a feed. */
const DESCRIPTION_LENGTH_MAX = 200

/** An item of a list in the wire format. */
export const toFeedItem = (item: ListedItem): FeedItem => ({
  id: item.itemId,
  title: item.title,
  source: item.source,
  code: item.feedCode,
  feeds: [
    { feedId: item.feedId, feedName: item.feedTitle, link: item.link ?? "" },
    ...item.alsoIn.map(({ feedId, title, link }) => ({ feedId, feedName: title, link: link ?? item.link ?? "" })),
  ],
  updated: item.updatedMs,
  link: item.link ?? "",
  description: item.summary ?? "",
  imageUrl: imageUrl(item.imageUrl, ITEM_IMAGE_WIDTH) ?? "",
  author: item.author ?? "",
  contentType: item.contentType,
  languageCode: codeOf(item.language),
  tags: item.tags,
})

/** An item of a preview in the wire format. */
export const toPreviewItem = (item: ListedItem): PreviewItem => ({
  id: item.itemId,
  title: item.title,
  description: item.summary ?? "",
  updated: item.updatedMs,
  more: item.link !== null || item.source === "QI",
  levelId: item.levelId,
  imageUrl: imageUrl(item.imageUrl, ITEM_IMAGE_WIDTH) ?? "",
  author: item.author ?? "",
  feedName: item.feedTitle,
  link: item.link ?? "",
  languageCode: codeOf(item.language),
})

/** A search result in the wire format. */
export const toSearchedItem = (item: FoundItem): SearchedItem => ({
  ...toFeedItem(item),
  titleMarks: toMarks(item.titleMarks),
  snippet: item.snippet === null ? null : toMarkedWords(item.snippet),
})

/** Search suggestions in the wire format. @param creators the channels of feeds that creators claimed, by feed id */
export const toFeedsIndex = (
  { feeds, hasMore, texts }: Suggestions,
  creators: ReadonlyMap<string, ListedChannel>,
): FeedsIndex => ({
  feeds: feeds.map((feed) => ({
    ...toFollowableFeed(feed),
    titleMarks: toMarks(feed.titleMarks),
    descriptionMarks: toMarks(feed.descriptionMarks),
  })),
  channels: [
    ...new Map(feeds.map((feed) => channelOf(feed, creators.get(feed.feedId))).map((item) => [item.id, item])).values(),
  ],
  texts: texts.map(toMarkedWords),
  hasMore,
})

/** The channel of a feed's creator, or of the feed itself if no creator claimed it. */
const channelOf = (feed: DirectoryFeed, creator: ListedChannel | undefined): ChannelItem =>
  creator === undefined ? toChannelItem(feed) : toCreatorItem(creator)

/** The channel of a feed that no one has claimed: its publisher, under a public code. */
export const toChannelItem = (feed: DirectoryFeed): ChannelItem => ({
  id: feed.feedId,
  code: feed.code,
  channelId: UNCLAIMED,
  channelCode: feed.code,
  subject: feed.title,
  bio: feed.description ?? "",
  ...{ userChannelStatusId: CHANNEL_STATUS.active, userChannelDisplayStatusId: CHANNEL_DISPLAY.shown },
  ...{ premium: false, maxLevel: PUBLIC_LEVEL },
  iconUrl: imageUrl(feed.iconUrl, ICON_WIDTH) ?? "",
  userName: authorLabel(feed.author, feed.title) ?? hostOf(feed.link ?? feed.url),
  source: feed.source,
})

const toMarkedWords = ({ text, marks }: MarkedText) => ({ text, marks: toMarks(marks) })
const toMarks = (marks: Marks) => marks.map(([start, end]) => ({ start, end }))

const UNCLAIMED = 0

/** Empty if the language is unknown. */
const codeOf = (language: string | null): string => (language === null || language === "und" ? "" : language)

const PUBLIC_LEVEL = 1
