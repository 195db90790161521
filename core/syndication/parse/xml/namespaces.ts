/**
 * Canonical names by namespace address, not by prefix, because publishers choose prefixes freely. RSS, RDF's RSS and
 * Atom share the vocabulary "core": feeds mix them (atom:link in RSS), and their names do not conflict.
 */
const CORE = ""

const KNOWN: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    CORE,
    [
      "http://www.w3.org/2005/atom",
      "http://purl.org/atom/ns",
      "http://purl.org/rss/1.0",
      "http://purl.org/net/rss1.1",
      "http://my.netscape.com/rdf/simple/0.9",
      "http://channel.netscape.com/rdf/simple/0.9",
      "http://my.netscape.com/publish/formats/rss-0.9",
      "http://my.netscape.com/publish/formats/rss-0.91",
      "http://backend.userland.com/rss",
      "http://backend.userland.com/rss2",
      "http://backend.userland.com/rss091",
      "http://backend.userland.com/rss092",
      "http://blogs.law.harvard.edu/tech/rss",
      "http://cyber.law.harvard.edu/rss",
      "http://www.rssboard.org/rss-specification",
      "http://purl.org/echo",
      "http://purl.org/pie",
      "http://example.com/necho",
      "http://example.com/newformat",
      "uri/of/echo/namespace",
    ],
  ],
  ["rdf", ["http://www.w3.org/1999/02/22-rdf-syntax-ns"]],
  ["dc", ["http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0"]],
  ["dcterms", ["http://purl.org/dc/terms"]],
  ["content", ["http://purl.org/rss/1.0/modules/content"]],
  [
    "media",
    ["http://search.yahoo.com/mrss", "http://video.search.yahoo.com/mrss", "http://www.rssboard.org/media-rss"],
  ],
  ["itunes", ["http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/dtds/podcast-1.0.dtd"]],
  [
    "podcast",
    [
      "http://podcastindex.org/namespace/1.0",
      "http://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
    ],
  ],
  ["psc", ["http://podlove.org/simple-chapters"]],
  ["googleplay", ["http://www.google.com/schemas/play-podcasts/1.0"]],
  ["sy", ["http://purl.org/rss/1.0/modules/syndication"]],
  ["enc", ["http://purl.oclc.org/net/rss_2.0/enc"]],
  ["feedburner", ["http://rssnamespace.org/feedburner/ext/1.0"]],
  ["webfeeds", ["http://webfeeds.org/rss/1.0"]],
  ["slash", ["http://purl.org/rss/1.0/modules/slash"]],
  ["thr", ["http://purl.org/syndication/thread/1.0"]],
  ["georss", ["http://www.georss.org/georss"]],
  ["xhtml", ["http://www.w3.org/1999/xhtml"]],
  ["svg", ["http://www.w3.org/2000/svg"]],
  ["math", ["http://www.w3.org/1998/math/mathml"]],
  ["xlink", ["http://www.w3.org/1999/xlink"]],
  ["xml", ["http://www.w3.org/xml/1998/namespace"]],
]

const BY_ADDRESS = new Map(KNOWN.flatMap(([name, addresses]) => addresses.map((address) => [address, name] as const)))

/** Without a declaration, or with an unknown address, the usual meaning of the prefix applies. */
const BY_PREFIX = new Map<string, string>([
  ...KNOWN.filter(([name]) => name !== CORE).map(([name]) => [name, name] as const),
  ["atom", CORE],
  ["atom10", CORE],
  ["rss", CORE],
  ["a10", CORE],
  ["dcq", "dcterms"],
])

/** The vocabulary of an address; unlisted versions of core share the prefix of their family. */
const vocabularyOf = (address: string): string | undefined => {
  const tidy = normaliseAddress(address)
  return BY_ADDRESS.get(tidy) ?? (CORE_FAMILIES.test(tidy) && !tidy.includes("/modules/") ? CORE : undefined)
}

const CORE_FAMILIES = new RegExp(
  `^http://(?:${[
    "(?:www\\.)?w3\\.org/2005/atom",
    "purl\\.org/(?:atom/(?:ns|\\d)|net/rss|rss/\\d)",
    "(?:my|channel)\\.netscape\\.com/(?:rdf/simple|publish/formats/rss)",
    "backend\\.userland\\.com/rss",
    "(?:blogs|cyber)\\.law\\.harvard\\.edu/(?:tech/)?rss",
    "(?:www\\.)?rssboard\\.org/rss-",
  ].join("|")})[\\w./#!-]{0,40}$`,
)

/** Namespace declarations in scope: prefix ("" for the default one) to address. */
export type Scope = ReadonlyMap<string, string>

/**
 * The canonical name of an element or attribute, such as `media:content`.
 * @param isAttribute unprefixed attributes belong to their element, not to the default namespace
 */
export const canonicalName = (written: string, scope: Scope, isAttribute: boolean): string => {
  const colon = written.indexOf(":")
  const prefix = colon > 0 ? written.slice(0, colon) : ""
  const local = colon > 0 ? written.slice(colon + 1) : written
  if (prefix === "xml" || prefix === "xmlns") return written
  if (isAttribute && prefix === "") return local
  const address = scope.get(prefix)
  if (address === undefined || address === "") {
    return prefix === "" ? local : named(BY_PREFIX.get(prefix), prefix, local)
  }
  const known = vocabularyOf(address)
  if (known !== undefined) return known === CORE ? local : `${known}:${local}`
  return named(BY_PREFIX.get(prefix), address, local)
}

/** Whether an address belongs to core. */
export const isCoreAddress = (address: string): boolean => vocabularyOf(address) === CORE

/** Whether an address belongs to a known vocabulary. */
export const isKnownAddress = (address: string): boolean => vocabularyOf(address) !== undefined

/** The Atom version of an address, or null. */
export const atomVersionOf = (address: string): "0.3" | "1.0" | null => {
  const tidy = normaliseAddress(address)
  if (tidy === "http://www.w3.org/2005/atom") return "1.0"
  return tidy === "http://purl.org/atom/ns" ? "0.3" : null
}

const named = (known: string | undefined, otherwise: string, local: string): string => {
  if (known === undefined) return `{${otherwise}}${local}`
  return known === CORE ? local : `${known}:${local}`
}

const normaliseAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https:/, "http:")
    .replace(/[/#]{1,3}$/, "")
