import type { FollowableFeed } from "#contract/follows"

export const FOLLOWS = 10

/** The cookie of a guest who follows the most popular feeds. */
export async function followSome(origin: string, count = FOLLOWS): Promise<string> {
  const response = await fetch(`${origin}/api/Feed/MostPopularFeeds?pageSize=${count}`)
  const { data } = (await response.json()) as { readonly data: { readonly feeds: ReadonlyArray<FollowableFeed> } }
  const follows = new URLSearchParams([["", data.feeds.map(({ feedId }) => feedId).join(".")]])
  return `quire_follows=${encodeURIComponent(follows.toString())}`
}
