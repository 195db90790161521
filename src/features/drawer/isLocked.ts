import type { PreviewItem } from "#contract/feeds"

/** What the server writes in place of a description that its reader may not see. */
const DENIED = /^\s*permission[\s-]?denied\b/i
/** The level that everybody may read. */
export const PUBLIC_LEVEL = 1

/** Whether an item is there to be seen but not to be read. */
export const isLocked = ({ description }: Pick<PreviewItem, "description">): boolean => DENIED.test(description)

/** Whether an item carries the "more" tag: a public one that has more to read than its description. */
export const hasMoreTag = ({ levelId, more }: Pick<PreviewItem, "levelId" | "more">): boolean =>
  levelId === PUBLIC_LEVEL && more
