import { Effect } from "effect"
import { type FollowedFeed, followedFeeds } from "#projections/follows"
import { imageUrl } from "../../images/imageUrl.ts"
import { type Call, jsonAnswer } from "../Call.ts"
import { feedStream, labelStream } from "../streamIds.ts"

const ICON_WIDTH = 64

/** The feeds that the person follows, each with its group. */
export const listSubscriptions = Effect.fn("listSubscriptions")(function* ({ personId, origin }: Call) {
  const feeds = yield* followedFeeds(personId)
  return jsonAnswer({ subscriptions: feeds.map((feed) => subscriptionOf(feed, origin)) })
})

const subscriptionOf = (feed: FollowedFeed, origin: string) => {
  const { feedId, title, url, link, iconUrl, groupName, followedMs } = feed
  const icon = imageUrl(iconUrl, ICON_WIDTH)
  return {
    id: feedStream(feedId),
    title: title === "" ? url : title,
    categories: groupName === null ? [] : [{ id: labelStream(groupName), label: groupName, type: "folder" }],
    sortid: feedId.slice(0, 8).toUpperCase(),
    firstitemmsec: String(followedMs),
    url,
    htmlUrl: link ?? url,
    iconUrl: icon === null ? "" : origin + icon,
  }
}
