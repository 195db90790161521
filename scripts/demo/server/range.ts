/** Both ends are included, counted from 0. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * Reads a Range header (RFC 9110, 14.2) for a file of some length. A header of several ranges or in another unit is
 * ignored, as the rule allows; one that lies outside the file is unsatisfiable.
 */
export const rangeOf = (header: string | undefined, length: number): ByteRange | "whole" | "unsatisfiable" => {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "")
  const [from = "", to = ""] = asked?.slice(1) ?? []
  if (asked === null || (from === "" && to === "")) return "whole"
  if (from === "") return to === "0" || length === 0 ? "unsatisfiable" : lastBytes(Number(to), length)
  const first = Number(from)
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== "" && Number(to) < first) return "whole"
  return first >= length ? "unsatisfiable" : { first, last }
}

const lastBytes = (count: number, length: number): ByteRange => ({
  first: Math.max(0, length - count),
  last: length - 1,
})
