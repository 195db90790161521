import { shortId } from "#core/kernel"
import { linkKey } from "#core/syndication"

const STORY_KEY_LENGTH_MAX = 300

/**
 * The key that copies of one page share across feeds; an item without its own page is its own story. Long addresses are
 * replaced by a digest, because an index holds the key.
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
