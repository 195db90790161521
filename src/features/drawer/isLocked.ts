import type { PreviewItem } from "#contract/feeds"

/** The server replaces descriptions that the reader may not see by this text. */
const DENIED = /^\s*permission[\s-]?denied\b/i
/** The level that everyone may read. */
const PUBLIC_LEVEL = 1

/** Whether the reader may see that the item exists, but not read it. */
export const isLocked = ({ description }: Pick<PreviewItem, "description">): boolean => DENIED.test(description)

/** Whether an item has the "more" tag: public items with more than their description. */
export const hasMoreTag = ({ levelId, more }: Pick<PreviewItem, "levelId" | "more">): boolean =>
  levelId === PUBLIC_LEVEL && more
