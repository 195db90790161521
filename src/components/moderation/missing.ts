import type { APIContext } from "astro"
import { Effect } from "effect"
import { findWithheldChannel } from "#projections/channels"
import { findWithheldFeed, findWithheldItem } from "#projections/feeds"
import { findWithheldPostId } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { paths } from "../../lib/paths.ts"
import { brokenLink } from "../feeds/brokenLink.ts"

type Rewriting = Pick<APIContext, "rewrite">

/** Answers for a feed that there is none of: 451 if operators took it or its channel down, otherwise as for any broken link. */
export const missingFeed = async (page: Rewriting, idOrCode: string): Promise<Response> => {
  const path = await run(withheldFeedPath(idOrCode))
  return path === null ? brokenLink() : page.rewrite(path)
}

/** The same for an item of the library: a post, an item or its feed may have been taken down. */
export const missingItem = async (page: Rewriting, itemId: string): Promise<Response> => {
  const postId = await run(findWithheldPostId({ itemId }))
  if (postId !== null) return page.rewrite(paths.withheld("post", postId))
  const withheld = await run(findWithheldItem(itemId))
  if (withheld === null) return brokenLink()
  if (withheld.kind === "feed") return missingFeed(page, withheld.targetId)
  return page.rewrite(paths.withheld("item", itemId))
}

const withheldFeedPath = Effect.fnUntraced(function* (idOrCode: string) {
  const feed = yield* findWithheldFeed(idOrCode)
  if (feed === null) return null
  const channelId = yield* findWithheldChannel(feed.code)
  return channelId === null ? paths.withheld("feed", feed.feedId) : paths.withheld("channel", String(channelId))
})
