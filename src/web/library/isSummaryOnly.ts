import { plainText } from "#core/syndication"
import type { OpenedItem } from "#projections/feeds"

/** Markup of this length contains more text than that. */
const MARKUP_LENGTH_MIN = 20_000
/** Endings of teasers: an ellipsis, or "read more". */
const CUT =
  /(?:\[?(?:…|\.{3})\]?|(?:read more|continue reading|weiterlesen|mehr lesen|lire la suite|leer más|阅读全文|閱讀全文|続きを読む)[\s.…»>→]*)$/i

type ItemContent = Pick<OpenedItem, "contentHtml" | "summary" | "link" | "contentType" | "enclosures" | "videoUrl">

/**
 * Whether an item is an article of which the feed has only the beginning: its text is empty or ends like a teaser. Short notes are
 * often complete, so length tells nothing.
 */
export const isSummaryOnly = ({
  contentHtml,
  summary,
  link,
  contentType,
  enclosures,
  videoUrl,
}: ItemContent): boolean => {
  if (link === null || !/^https?:/i.test(link) || contentType !== "article" || videoUrl !== null) return false
  if (enclosures.some(({ type }) => /^(?:audio|video)\//.test(type ?? ""))) return false
  if (contentHtml !== null && contentHtml.length > MARKUP_LENGTH_MIN) return false
  const text = (contentHtml === null ? (summary ?? "") : plainText(contentHtml)).trim()
  return text === "" || CUT.test(text)
}
