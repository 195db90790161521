import type { FollowableFeed, GuestFollowItem } from "#contract/follows"
import { isPlaceholder, itemOf } from "./GuestFollows.ts"
import { followsIn } from "./mirror.ts"
import { $guestFollows, keep } from "./store.ts"

/**
 * Makes the follows what the cookie says: those that were made without scripts are completed by asking for their feeds,
 * those that ended then end here too. A feed that cannot be asked for now keeps its place by its id.
 */
export const takeOver = async (cookie: string): Promise<void> => {
  const known = new Map($guestFollows.get().map((item) => [item.feedId, item]))
  const items = await Promise.all(
    followsIn(cookie).map(async (item): Promise<GuestFollowItem> => {
      if (isPlaceholder(item)) return item
      const own = known.get(item.feedId)
      if (own !== undefined && own.title !== "") return { ...own, groupName: item.groupName }
      const feed = await askFor(item.feedId)
      return feed === undefined ? item : itemOf(feed, item.groupName)
    }),
  )
  keep(items)
}

/** In the background and silent: nobody did anything that could fail. */
const askFor = async (feedId: string): Promise<FollowableFeed | undefined> => {
  try {
    const response = await fetch("/api/Feed/SearchFeedById", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ feedId }),
    })
    const answer = (await response.json()) as {
      readonly status: boolean
      readonly data: { readonly feed: FollowableFeed }
    }
    return answer.status ? answer.data.feed : undefined
  } catch {
    return undefined
  }
}
