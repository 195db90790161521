import { LINK_LENGTH_MAX } from "./limits.ts"

/**
 * An absolute http(s) address, or null. A publisher's absolute address stays as written where it is already plain
 * ASCII: rewriting it (a slash at the end, another case) would make one page look like two.
 * @param address as it stands in the document
 * @param base the absolute address that relative ones refer to, or null where there is none
 */
export const resolveAddress = (address: string, base: string | null): string | null => {
  const tidy = withOwnHost(
    address
      .replace(LINE_BREAKS, "")
      .trim()
      .replace(FEED_SCHEME, afterFeedScheme)
      .replace(BARE_HOST, "http://$&")
      .replace(ENCODED_AMPERSAND, "&"),
    base,
  )
  if (tidy.length > LINK_LENGTH_MAX) return null
  const url = parse(tidy, base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  if (PLAIN.test(tidy)) return tidy
  return url.href.length > LINK_LENGTH_MAX ? null : url.href
}

/** Publishers leave the scheme out of addresses of their own site, too: `example.org/post` is no path on example.org. */
const withOwnHost = (address: string, base: string | null): string => {
  const [host = ""] = LEADING_HOST.exec(address) ?? []
  const own = base === null || host === "" ? null : parse(base, null)
  return own !== null && withoutWww(own.hostname) === withoutWww(host.toLowerCase())
    ? `${own.protocol}//${address}`
    : address
}
const withoutWww = (host: string): string => host.replace(/^www\./, "")
const LEADING_HOST = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?=$|[/?#]|:\d{1,5}(?:$|[/?#]))/i

/** Whether the publisher wrote a whole address, rather than one that needs a base. */
export const isAbsolute = (address: string): boolean => /^\s*[a-z][a-z\d+.-]*:/i.test(address)

const parse = (address: string, base: string | null): URL | null => {
  try {
    return base === null ? new URL(address) : new URL(address, base)
  } catch {
    return null
  }
}

/** `feed://…` and `feed:https://…` were made for programs that subscribe. */
const FEED_SCHEME = /^feed:(?:(?=https?:)|\/\/)/i
const afterFeedScheme = (matched: string): string => (matched.endsWith("//") ? "http://" : "")

/** People leave the scheme out where they would not type it either. */
const BARE_HOST = /^www\.[a-z\d-]{1,63}\.[a-z]/i
/** No address has this in it, but an address that was encoded once more than it was decoded. */
const ENCODED_AMPERSAND = /&(?:amp|#0{0,4}38|#x0{0,4}26);/gi

const LINE_BREAKS = /[\t\r\n]+/g
const PLAIN = /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%|-]*)?$/i
