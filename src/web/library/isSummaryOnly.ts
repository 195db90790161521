import { plainText } from "#core/syndication"
import type { OpenedItem } from "#projections/feeds"

/** Texts of this length count as whole articles; teasers are shorter. */
const WHOLE_LENGTH_MIN = 1_200
/** Markup of this length contains more text than that. */
const MARKUP_LENGTH_MIN = 20_000
/** Endings of teasers: an ellipsis, or "read more". */
const CUT =
  /(?:\[?(?:…|\.{3})\]?|(?:read more|continue reading|weiterlesen|mehr lesen|lire la suite|leer más|阅读全文|閱讀全文|続きを読む)[\s.…»>→]*)$/i

type Told = Pick<OpenedItem, "contentHtml" | "link" | "contentType" | "enclosures" | "videoUrl">

/** Whether an item is an article of which the feed has only the beginning (a heuristic). */
export const isSummaryOnly = ({ contentHtml, link, contentType, enclosures, videoUrl }: Told): boolean => {
  if (link === null || !/^https?:/i.test(link) || contentType !== "article" || videoUrl !== null) return false
  if (enclosures.some(({ type }) => /^(?:audio|video)\//.test(type ?? ""))) return false
  if (contentHtml === null) return true
  if (contentHtml.length > MARKUP_LENGTH_MIN) return false
  const text = plainText(contentHtml).trim()
  return text.length < WHOLE_LENGTH_MIN || CUT.test(text)
}
