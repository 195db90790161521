/** Where a list of items goes on: after this item, as things stood at this position of the log. */
export type ItemCursor = { readonly sortMs: number; readonly itemId: string; readonly asOf: number }

/** `milliseconds.itemId.position` of the last item of the page before. */
const CURSOR = /^(-?\d{1,14})\.([0-9a-z]{20})\.(\d{1,15})$/

/** Reads a cursor from an address; null, the beginning, where it is none of ours. */
export const parseCursor = (text: string | undefined): ItemCursor | null => {
  const match = CURSOR.exec(text ?? "")
  return match ? { sortMs: Number(match[1]), itemId: match[2] ?? "", asOf: Number(match[3]) } : null
}

/** Writes a cursor into an address. */
export const formatCursor = ({ sortMs, itemId, asOf }: ItemCursor): string => `${sortMs}.${itemId}.${asOf}`
