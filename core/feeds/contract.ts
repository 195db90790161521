/** What a browser may know of feeds: ids, shapes on the wire, limits. Schemas only. */
import { Schema } from "effect"
import { SOURCE_NAMES } from "./source.ts"

export {
  ADDRESS_LENGTH_MAX,
  canonicalUrl,
  detectSource,
  isWebAddress,
  kindOf,
  linkKey,
  SOURCE_NAMES,
  SOURCES,
  type Source,
  type SourceKind,
  sourceUrlOf,
} from "./source.ts"

/** Items on one page of a feed's preview. */
export const PREVIEW_PAGE_SIZE = 50

const SHORT_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

export const FeedId = Schema.String.check(Schema.isPattern(SHORT_ID)).pipe(Schema.brand("FeedId"))
export type FeedId = typeof FeedId.Type

export const ItemId = Schema.String.check(Schema.isPattern(SHORT_ID)).pipe(Schema.brand("ItemId"))
export type ItemId = typeof ItemId.Type

export const SourceName = Schema.Literals(SOURCE_NAMES)

/** What an item offers beside its text, in the words of the wire. */
export const ContentType = Schema.Literals(["article", "video", "podcast"])
export type ContentType = typeof ContentType.Type
