/** The 20 source types of content, and what an address alone reveals. Browser-safe, without dependencies. */

/** What a person does with a source: watch, read, listen, or follow conversations. */
export type SourceKind = "portal" | "feed" | "video" | "audio" | "blog" | "messaging" | "social" | "other"

/** The 20 source types with their kinds, in display order. */
export const SOURCE_TYPES = {
  QI: "portal",
  RSS: "feed",
  "RSS-Video": "video",
  Podcast: "audio",
  Other: "other",
  Home: "portal",
  YouTube: "video",
  Vimeo: "video",
  Odysee: "video",
  Bitchute: "video",
  Rumble: "video",
  PeerTube: "video",
  Substack: "blog",
  Medium: "blog",
  WordPress: "blog",
  Ghost: "blog",
  Blogger: "blog",
  Telegram: "messaging",
  Mastodon: "social",
  X: "social",
} as const satisfies Record<string, SourceKind>

export type SourceType = keyof typeof SOURCE_TYPES

export const SOURCE_NAMES = Object.keys(SOURCE_TYPES) as ReadonlyArray<SourceType>

/** Characters of an address that browsers and servers generally support. */
export const ADDRESS_LENGTH_MAX = 2048

export const kindOf = (source: SourceType): SourceKind => SOURCE_TYPES[source]

/** The video or blog platform of an address by its host, otherwise "RSS". */
export const detectSource = (url: string): SourceType => {
  const platform = platformOf(url)
  if (platform === null) return "RSS"
  const kind = kindOf(platform)
  return kind === "video" || kind === "blog" ? platform : "RSS"
}

/** The platform of an address by its host, including messaging and social ones, or null. */
export const platformOf = (url: string): SourceType | null => {
  const host = hostOf(url)
  if (host === null) return null
  return PLATFORM_HOSTS.find(([, pattern]) => pattern.test(host))?.[0] ?? null
}

/**
 * The text as a trimmed source address: an optional http(s) scheme, a host with a top-level domain, an optional path.
 * Empty if it is anything else.
 */
export const sourceUrlOf = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length <= ADDRESS_LENGTH_MAX && SOURCE_URL.test(trimmed) ? trimmed : ""
}

const hostOf = (url: string): string | null => {
  const text = url.trim()
  const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  try {
    const { protocol, hostname } = new URL(absolute)
    return protocol === "https:" || protocol === "http:" ? hostname.replace(/^www\./, "").replace(/\.$/, "") : null
  } catch {
    return null
  }
}

const domain = (...names: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?:^|\\.)(?:${names.map((name) => name.replaceAll(".", "\\.")).join("|")})$`)

const PLATFORM_HOSTS: ReadonlyArray<readonly [SourceType, RegExp]> = [
  ["YouTube", domain("youtube.com", "youtu.be", "youtube-nocookie.com")],
  ["Vimeo", domain("vimeo.com")],
  ["Odysee", domain("odysee.com", "lbry.tv")],
  ["Bitchute", domain("bitchute.com")],
  ["Rumble", domain("rumble.com")],
  // PeerTube and Mastodon run on any host: recognised by the host name, or listed.
  [
    "PeerTube",
    /(?:^|[.-])peertube[\w-]*\.|(?:^|\.)(?:framatube\.org|tilvids\.com|makertube\.net|video\.blender\.org)$/,
  ],
  ["Substack", domain("substack.com")],
  ["Medium", domain("medium.com")],
  ["WordPress", domain("wordpress.com")],
  ["Ghost", domain("ghost.io")],
  ["Blogger", /(?:^|\.)(?:blogger\.com|blogspot\.[a-z]{2,3}(?:\.[a-z]{2})?)$/],
  ["Telegram", domain("t.me", "telegram.me", "telegram.org")],
  [
    "Mastodon",
    /(?:^|[.-])(?:mastodon|mstdn)[\w-]*\.|(?:^|\.)(?:fosstodon\.org|hachyderm\.io|infosec\.exchange|mas\.to)$/,
  ],
  ["X", domain("x.com", "twitter.com")],
]

const LABELS = "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\-]{0,61}[\\p{L}\\p{N}])?\\.)+"
const PORT = "(?::\\d{1,5})?"
const REST = "(?:[\\/?#]\\S*)?"

/**
 * http or https, a domain and a top-level domain of 2 to 6 letters, as the `pattern` of an input (specification,
 * section 5). Only a first check that warns: longer top-level domains exist, and the server parses addresses fully.
 */
export const WEB_ADDRESS_PATTERN = `[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${LABELS}\\p{L}{2,6}${PORT}${REST}`

const SOURCE_URL = new RegExp(`^(?:https?://)?${LABELS}(?:\\p{L}{2,63}|xn--[a-z\\d-]{1,59})${PORT}${REST}$`, "iu")
