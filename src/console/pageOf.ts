import type { CaseTarget } from "#core/moderation"
import { postItemId } from "#core/publishing"
import { paths } from "#src/lib/paths.ts"

/** The public page of what was reported, as a path of the site; null without one of its own. */
export const pageOf = ({ kind, targetId, placeId }: CaseTarget): string | null => {
  switch (kind) {
    case "post":
      // The page of the item leads to the page of the post, whatever its address is now.
      return paths.newsDetail(postItemId(Number(placeId), targetId))
    case "item":
      return paths.newsDetail(targetId)
    case "channel":
      return paths.user(placeId)
    case "feed":
      return paths.feed(targetId)
    default:
      return null
  }
}
