import type { APIContext } from "astro"
import { findWithheldFeed, findWithheldItem } from "#projections/feeds"
import { findWithheldPostId } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { paths } from "../../lib/paths.ts"
import { brokenLink } from "../feeds/brokenLink.ts"

type Rewriting = Pick<APIContext, "rewrite">

/** Answers for a feed that there is none of: 451 if operators took it down, otherwise as for any broken link. */
export const missingFeed = async (page: Rewriting, idOrCode: string): Promise<Response> => {
  const feedId = await run(findWithheldFeed(idOrCode))
  return feedId === null ? brokenLink() : page.rewrite(paths.withheld("feed", feedId))
}

/** The same for an item of the library: a post, an item or its feed may have been taken down. */
export const missingItem = async (page: Rewriting, itemId: string): Promise<Response> => {
  const postId = await run(findWithheldPostId({ itemId }))
  if (postId !== null) return page.rewrite(paths.withheld("post", postId))
  const withheld = await run(findWithheldItem(itemId))
  return withheld === null ? brokenLink() : page.rewrite(paths.withheld(withheld.kind, withheld.targetId))
}
