/** Attributes as the sanitiser passes them: names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/**
 * The address of a picture as written. Lazy loading puts it into another attribute and a placeholder into `src`;
 * without either, the largest of `srcset` is used.
 */
export const pictureAddress = (attributes: Attributes): string | null => {
  const late = LATE.map((name) => attributes[name]?.trim() ?? "").find((value) => ADDRESS.test(value))
  const source = attributes["src"]?.trim() ?? ""
  const real = source !== "" && !/^(?:data|about|blob):/i.test(source) && !PLACEHOLDER.test(source)
  if (real) return source
  return (
    late ??
    largestOf(attributes["srcset"] ?? attributes["data-srcset"] ?? attributes["data-lazy-srcset"] ?? "") ??
    (source === "" ? null : source)
  )
}

/** The widest candidate of a `srcset`, or null. */
export const largestOf = (srcset: string): string | null => {
  let best: string | null = null
  let bestSize = -1
  for (const { address, size } of candidatesOf(srcset.slice(0, SRCSET_LENGTH_MAX))) {
    if (size > bestSize) [best, bestSize] = [address, size]
  }
  return best
}

/**
 * Parses a `srcset` as HTML does: an address up to white space, then its size up to a comma, unless the address ends
 * with one.
 */
function* candidatesOf(srcset: string) {
  let at = 0
  for (let count = 0; count < CANDIDATES_MAX; count += 1) {
    CANDIDATE_ADDRESS.lastIndex = at
    const [written] = CANDIDATE_ADDRESS.exec(srcset) ?? []
    if (written === undefined) return
    const address = written.replace(/(?<!,),+$/, "")
    at = CANDIDATE_ADDRESS.lastIndex
    if (address === written) {
      const comma = srcset.indexOf(",", at)
      const end = comma === -1 ? srcset.length : comma
      const [, size = "0"] = CANDIDATE_SIZE.exec(srcset.slice(at, end)) ?? []
      at = end
      yield { address, size: Number(size) }
    } else yield { address, size: 0 }
  }
}

/** Whether a picture is a tracking pixel. */
export const isTracker = (attributes: Attributes, address: string): boolean => {
  const width = pixels(attributes["width"])
  const height = pixels(attributes["height"])
  if (width !== null && height !== null && width <= 2 && height <= 2) return true
  if ((width === 0 || width === 1) !== (height === 0 || height === 1) && (width ?? height ?? 9) <= 1) return true
  const style = attributes["style"] ?? ""
  if (/(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)) return true
  if (
    /(?:^|[;\s])width\s*:\s*[01](?:px)?\s*(?:[;!]|$)/i.test(style) &&
    /(?:^|[;\s])height\s*:\s*[01](?:px)?\s*(?:[;!]|$)/i.test(style)
  )
    return true
  return TRACKER_ADDRESS.test(address)
}

/** Whether a picture is too small or decorative to represent an article. */
export const isOrnament = (attributes: Attributes, address: string): boolean => {
  const width = pixels(attributes["width"])
  const height = pixels(attributes["height"])
  if ((width !== null && width < ORNAMENT_PIXELS) || (height !== null && height < ORNAMENT_PIXELS)) return true
  return (
    /(?:^|\s)(?:emoji|wp-smiley|avatar|gravatar)(?:\s|$)/i.test(attributes["class"] ?? "") ||
    ORNAMENT_ADDRESS.test(address)
  )
}

const LATE = [
  "data-src",
  "data-lazy-src",
  "data-original",
  "data-orig-file",
  "data-original-src",
  "data-url",
  "data-hi-res-src",
]
const ADDRESS = /^(?:https?:)?\/\/?[^\s]+$|^[\w./-]+\.(?:jpe?g|png|gif|webp|avif)/i
const PLACEHOLDER =
  /(?:\/(?:blank|spacer|placeholder|lazy|loading|transparent|pixel|grey|gray)\.(?:gif|png|svg))(?:[?#]|$)/i
const CANDIDATE_ADDRESS = /[^\s,]\S*/g
const CANDIDATE_SIZE = /^\s+(\d{1,5}(?:\.\d{1,3})?)[wx]\s*$/
/** Characters of a `srcset` that are read, and candidates; publishers offer about ten sizes. */
const SRCSET_LENGTH_MAX = 4_000
const CANDIDATES_MAX = 32
const ORNAMENT_PIXELS = 48
const ORNAMENT_ADDRESS = /\/(?:emoji|smilies|icons?)\/|gravatar\.com\/avatar|\/wp-includes\/images\//i

const TRACKER_ADDRESS = new RegExp(
  `^https?://(?:${[
    "feeds\\.feedburner\\.com/~(?:r|ff|a)/",
    "feedads\\.g\\.doubleclick\\.net/",
    "(?:[\\w-]+\\.)?feedsportal\\.com/",
    "(?:ad|stats|pubads)\\.(?:g\\.)?doubleclick\\.net/",
    "(?:pixel|stats)\\.(?:wp|wordpress)\\.com/",
    "(?:www|ssl)\\.google-analytics\\.com/",
    "(?:[\\w-]+\\.)?(?:scorecardresearch|quantserve|imrworldwide|chartbeat|addtoany|sharethis)\\.(?:com|net)/",
    "(?:www\\.)?facebook\\.com/tr[/?]",
    "px\\.ads\\.linkedin\\.com/",
    "medium\\.com/_/stat",
    "blogger\\.googleusercontent\\.com/tracker/",
    "(?:[\\w-]+\\.)?(?:pheedo|feedblitz|feedpress|statcounter|histats)\\.(?:com|me|it)/",
    "hits\\.(?:theguardian|dwell)\\.com/",
    "vg\\d+\\.met\\.vgwort\\.de/",
    "[\\w.-]+/(?:__utm\\.gif|pixel\\.gif\\?|track(?:ing)?/open|wf/open|open\\.php|piwik\\.php|matomo\\.php|o\\.gif\\?)",
  ].join("|")})`,
  "i",
)

const pixels = (value: string | undefined): number | null => {
  const found = value === undefined ? null : /^\s*(\d{1,5})(?:\.\d{1,3})?\s*(?:px)?\s*$/i.exec(value)
  return found === null ? null : Number(found[1])
}
