/**
 * Where content comes from: the 20 source types, and what the text of a web address alone tells. No network, and
 * nothing but the language itself, because browsers use it too.
 */

/** What a reader does with a source: watch, read, listen, or follow what people write to each other. */
export type SourceKind = "portal" | "feed" | "video" | "audio" | "blog" | "messaging" | "social" | "other"

/** The 20 content source types with their kinds, in the order in which lists show them. */
export const SOURCES = {
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

export type Source = keyof typeof SOURCES

export const SOURCE_NAMES = Object.keys(SOURCES) as ReadonlyArray<Source>

/** The longest address that is looked at; what browsers and servers agree to carry. */
export const ADDRESS_LENGTH_MAX = 2048

export const kindOf = (source: Source): SourceKind => SOURCES[source]

/** The video or blog platform that an address belongs to by its host, and "RSS" for every other address. */
export const detectSource = (url: string): Source => {
  const platform = platformOf(url)
  if (platform === null) return "RSS"
  const kind = kindOf(platform)
  return kind === "video" || kind === "blog" ? platform : "RSS"
}

/** The platform that an address belongs to by its host, messaging and social ones included, or null. */
export const platformOf = (url: string): Source | null => {
  const host = hostOf(url)
  if (host === null) return null
  return PLATFORM_HOSTS.find(([, pattern]) => pattern.test(host))?.[0] ?? null
}

/**
 * The text as a source address, trimmed: an optional http(s) scheme, a host with a top-level part, an optional path.
 * Empty where the text is anything else.
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

const PLATFORM_HOSTS: ReadonlyArray<readonly [Source, RegExp]> = [
  ["YouTube", domain("youtube.com", "youtu.be", "youtube-nocookie.com")],
  ["Vimeo", domain("vimeo.com")],
  ["Odysee", domain("odysee.com", "lbry.tv")],
  ["Bitchute", domain("bitchute.com")],
  ["Rumble", domain("rumble.com")],
  // Anybody may run a PeerTube or a Mastodon: the name in the host, or the best-known servers.
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
 * http or https, a domain and a top-level part of 2 to 6 letters, as the `pattern` of an input (specification, section 5).
 * It is a first check that only warns: there are longer top-level parts, and the server reads addresses properly.
 */
export const WEB_ADDRESS_PATTERN = `[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${LABELS}\\p{L}{2,6}${PORT}${REST}`

const SOURCE_URL = new RegExp(`^(?:https?://)?${LABELS}(?:\\p{L}{2,63}|xn--[a-z\\d-]{1,59})${PORT}${REST}$`, "iu")
