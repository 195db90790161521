import type { APIRoute } from "astro"
import { findFeedByCode, findItem, listItems } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { brokenLink } from "../../../../components/feeds/brokenLink.ts"
import { paths } from "../../../../lib/paths.ts"
import { slugOf } from "../../../../lib/slugOf.ts"

/** Items of a channel that are looked through for a title: the newest. */
const LOOKED_AT_MAX = 500

/**
 * The content page of what a channel published, by the id of the content or by its title as addresses write it. The channel
 * is named by its code, before the title or, where the subject is another word, after it.
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
