import type { SourceType } from "#contract/feeds"
import type { PlainKey, T } from "../../i18n/index.ts"

/** Translated source names; the others are platform names, the same in every language. */
const WORDS = {
  "RSS-Video": "feed.source.RSS-Video",
  Podcast: "feed.source.Podcast",
  Other: "feed.source.Other",
  Home: "feed.source.Home",
  QI: "feed.source.QI",
} as const satisfies Partial<Record<SourceType, PlainKey>>

export const sourceLabel = (t: T, source: SourceType): string => {
  const key = (WORDS as Partial<Record<SourceType, PlainKey>>)[source]
  return key === undefined ? source : t(key)
}
