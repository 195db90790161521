/** Position in a list of items: after this item, at this position of the log. */
export type ItemCursor = { readonly sortMs: number; readonly itemId: string; readonly asOf: number }

/** `milliseconds.itemId.position` of the last item of the page before. */
const CURSOR = /^(-?\d{1,14})\.([0-9a-z]{20})\.(\d{1,15})$/

/** Parses a cursor; null, which means the beginning, if it is invalid. */
export const parseCursor = (text: string | undefined): ItemCursor | null => {
  const match = CURSOR.exec(text ?? "")
  return match ? { sortMs: Number(match[1]), itemId: match[2] ?? "", asOf: Number(match[3]) } : null
}

/** Formats a cursor. */
export const formatCursor = ({ sortMs, itemId, asOf }: ItemCursor): string => `${sortMs}.${itemId}.${asOf}`
