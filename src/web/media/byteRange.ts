/** What a Range header asks for: from a byte on, up to a byte if it says so; or the last so many bytes. */
export type AskedRange = { readonly first: number; readonly last: number | undefined } | { readonly lastBytes: number }

/**
 * Reads a Range header (RFC 9110, 14.2). One that is not a single range of bytes asks for nothing: the whole is then sent,
 * as the rule allows.
 */
export const readRange = (header: string | undefined): AskedRange | undefined => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined
  if (from === "") return { lastBytes: Number(to) }
  const [first, last] = [Number(from), to === "" ? undefined : Number(to)]
  return last !== undefined && last < first ? undefined : { first, last }
}

/** The same in a header to pass on, for at most so many bytes: whoever wants more asks again. */
export const writeRange = (asked: AskedRange, bytesMax: number): string => {
  if ("lastBytes" in asked) return `bytes=-${Math.min(asked.lastBytes, bytesMax)}`
  const { first, last = Number.POSITIVE_INFINITY } = asked
  return `bytes=${first}-${Math.min(last, first + bytesMax - 1)}`
}

/** The part of a file of some length that is asked for, both ends included; null where there is none. */
export const partOf = (asked: AskedRange, length: number): { readonly first: number; readonly last: number } | null => {
  const first = "lastBytes" in asked ? Math.max(0, length - asked.lastBytes) : asked.first
  const last = "lastBytes" in asked ? length - 1 : Math.min(asked.last ?? length - 1, length - 1)
  return first > last ? null : { first, last }
}
