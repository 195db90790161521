import type { APIRoute } from "astro"
import { slugOf } from "#contract/publishing"
import { findFeedByCode, findItem, listItems } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { brokenLink } from "../../../../components/feeds/brokenLink.ts"
import { paths } from "../../../../lib/paths.ts"

/** Newest items of a channel that are searched for a title. */
const LOOKED_AT_MAX = 500

/**
 * The page of a channel's content, by its id or the slug of its title. The channel
 * is named by its code, before or after the title.
 */
export const GET: APIRoute = async ({ params, rewrite }) => {
  const { subject = "", customTitle = "", userCode } = params
  const channel = (await run(findFeedByCode(userCode ?? subject))) ?? (await run(findFeedByCode(subject)))
  if (channel === null) return brokenLink()
  const item = await run(findItem(customTitle))
  if (item !== null && item.feedId === channel.feedId) return rewrite(paths.newsDetail(item.itemId))
  const wanted = slugOf(customTitle)
  const { items } = await run(listItems({ feedIds: [channel.feedId], pageSize: LOOKED_AT_MAX }))
  const titled = items.find(({ title }) => slugOf(title) === wanted)
  return titled === undefined ? brokenLink() : rewrite(paths.newsDetail(titled.itemId))
}
