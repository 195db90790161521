import { shortId } from "#core/kernel"
import { linkKey } from "#core/syndication"

const STORY_KEY_LENGTH_MAX = 300

/**
 * What the copies of one page in several feeds have in common; an item without a page of its own is its own story. Long
 * addresses are named by their digest: an index holds it.
 */
export const storyKeyOf = (item: {
  readonly itemId: string
  readonly link: string | null
  readonly ownPage: boolean
}): string => {
  if (item.link === null || !item.ownPage) return item.itemId
  const key = linkKey(item.link)
  return key.length <= STORY_KEY_LENGTH_MAX ? key : shortId("page", key)
}
