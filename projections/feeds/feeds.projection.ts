import { ChannelEvents } from "#core/channels"
import { FeedEvents, type FeedFacts, feedCodeOf } from "#core/feeds"
import { channelFeedId, PostEvents } from "#core/publishing"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import {
  countedPost,
  deletedPost,
  describedFeed,
  listedFeed,
  openedFeed,
  picturedFeed,
  shownAgain,
  takenAway,
} from "./channelFeeds.ts"
import { NEW_FEED } from "./newFeed.ts"
import { type FeedRow, feed } from "./tables.ts"

/** The directory of feeds: metadata, number of items, and state. */
export const feeds = makeProjection({
  name: "feeds",
  version: 3,
  // The feed of a channel is changed by the events of the channel and of each of its posts.
  byStream: false,
  tables: [feed],
  handlers: [
    on(FeedEvents, {
      "feeds.FeedAdded.v1": ({ feedId, url, source, addedAt }) => [
        put(feed, {
          ...NEW_FEED,
          feed_id: feedId,
          code: feedCodeOf(feedId),
          url,
          title: hostOf(url),
          source,
          added_at: addedAt,
        }),
      ],
      "feeds.FeedFetched.v1": ({ feedId, fetchedAt, facts, items, problems }) => [
        patch(feed, [feedId], (row) => ({
          ...row,
          ...(facts === null ? {} : described(row, facts)),
          item_count: row.item_count + items.filter(({ isNew }) => isNew).length,
          last_updated: items.reduce(
            (newest, { sortAt }) => (newest === null || sortAt > newest ? sortAt : newest),
            row.last_updated,
          ),
          fetched_at: fetchedAt,
          failed_at: null,
          failure: null,
          failure_status: null,
          failure_detail: null,
          problems: problems ?? row.problems,
        })),
      ],
      "feeds.FeedFailed.v1": ({ feedId, failedAt, reason, status, detail }) => [
        patch(feed, [feedId], (row) => ({
          ...row,
          failed_at: failedAt,
          failure: reason,
          failure_status: status,
          failure_detail: detail,
        })),
      ],
      "feeds.FeedMoved.v1": ({ feedId, to }) => [patch(feed, [feedId], (row) => ({ ...row, url: to }))],
      "feeds.ItemWithheld.v1": ({ feedId }) => [counted(feedId, -1)],
      "feeds.ItemReleased.v1": ({ feedId }) => [counted(feedId, 1)],
      "feeds.FeedWithheld.v1": ({ feedId }) => [patch(feed, [feedId], (row) => ({ ...row, is_withheld: true }))],
      "feeds.FeedReleased.v1": ({ feedId }) => [patch(feed, [feedId], (row) => ({ ...row, is_withheld: false }))],
    }),
    on(ChannelEvents, {
      "channels.ChannelOpened.v1": openedFeed,
      "channels.ChannelDescribed.v1": describedFeed,
      "channels.ChannelPictured.v1": picturedFeed,
      "channels.ChannelStatusSet.v1": listedFeed,
      "channels.ChannelWithheld.v1": ({ channelId }) => [
        patch(feed, [channelFeedId(channelId)], (row) => ({ ...row, is_withheld: true })),
      ],
      "channels.ChannelReleased.v1": ({ channelId }) => [
        patch(feed, [channelFeedId(channelId)], (row) => ({ ...row, is_withheld: false })),
      ],
      "channels.ChannelForgotten.v1": ({ channelId }) => [remove(feed, [channelFeedId(channelId)])],
    }),
    on(PostEvents, {
      "publishing.PostPublished.v1": countedPost,
      "publishing.PostArchived.v1": countedPost,
      "publishing.PostShown.v1": shownAgain,
      "publishing.PostHidden.v1": takenAway,
      "publishing.PostWithheld.v1": deletedPost,
      "publishing.PostReleased.v1": (event) => (event.isShown ? shownAgain(event) : []),
      "publishing.PostDeleted.v1": deletedPost,
    }),
  ],
})

const counted = (feedId: string, items: number): Change =>
  patch(feed, [feedId], (row) => ({ ...row, item_count: Math.max(0, row.item_count + items) }))

const described = (row: FeedRow, facts: FeedFacts): Partial<FeedRow> => ({
  title: facts.title ?? hostOf(row.url),
  description: facts.description,
  link: facts.link,
  icon_url: facts.iconUrl,
  language: facts.language,
  author: facts.author,
  source: facts.source,
  content_type: facts.contentType,
  tags: facts.categories,
})

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "")
