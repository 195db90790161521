/** A requested range: from a byte on, optionally up to a byte; or the last bytes. */
export type AskedRange = { readonly first: number; readonly last: number | undefined } | { readonly lastBytes: number }

/**
 * Parses a Range header (RFC 9110, 14.2). Anything but a single range of bytes counts as none: the whole is sent,
 * as the RFC allows.
 */
export const readRange = (header: string | undefined): AskedRange | undefined => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined
  if (from === "") return { lastBytes: Number(to) }
  const [first, last] = [Number(from), to === "" ? undefined : Number(to)]
  return last !== undefined && last < first ? undefined : { first, last }
}

/** Writes a Range header for at most `bytesMax` bytes: clients request the rest. */
export const writeRange = (range: AskedRange, bytesMax: number): string => {
  if ("lastBytes" in range) return `bytes=-${Math.min(range.lastBytes, bytesMax)}`
  const { first, last = Number.POSITIVE_INFINITY } = range
  return `bytes=${first}-${Math.min(last, first + bytesMax - 1)}`
}

/** The requested part of a file, both ends included; null if it is outside. */
export const partOf = (range: AskedRange, length: number): { readonly first: number; readonly last: number } | null => {
  const first = "lastBytes" in range ? Math.max(0, length - range.lastBytes) : range.first
  const last = "lastBytes" in range ? length - 1 : Math.min(range.last ?? length - 1, length - 1)
  return first > last ? null : { first, last }
}
