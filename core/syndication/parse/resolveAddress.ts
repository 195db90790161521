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

/** Publishers leave the scheme out of addresses of their own site: `example.org/post` or `blog.example.org` is no path there. */
const withOwnHost = (address: string, base: string | null): string => {
  const host = leadingHost(address)
  const own = base === null || host === null ? null : parse(base, null)
  return own !== null && `.${host}`.endsWith(`.${withoutWww(own.hostname)}`) ? `${own.protocol}//${address}` : address
}

/** The host that an address without a scheme may begin with, in lower case and without `www.`, or null. */
export const leadingHost = (address: string): string | null => {
  const host = LEADING_HOST.exec(address)?.[0]
  return host === undefined ? null : withoutWww(host.toLowerCase())
}

const withoutWww = (host: string): string => host.replace(/^www\./, "")
const LEADING_HOST = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?=$|[/?#]|:\d{1,5}(?:$|[/?#]))/i

/** Whether an address is absolute. */
export const isAbsolute = (address: string): boolean => /^\s*[a-z][a-z\d+.-]*:/i.test(address)

const parse = (address: string, base: string | null): URL | null => {
  try {
    return base === null ? new URL(address) : new URL(address, base)
  } catch {
    return null
  }
}

/** `feed://…` and `feed:https://…` were made for feed readers. */
const FEED_SCHEME = /^feed:(?:(?=https?:)|\/\/)/i
const afterFeedScheme = (matched: string): string => (matched.endsWith("//") ? "http://" : "")

/** Publishers omit the scheme as people do when typing. */
const BARE_HOST = /^www\.[a-z\d-]{1,63}\.[a-z]/i
/** Only addresses that were encoded once too often contain this. */
const ENCODED_AMPERSAND = /&(?:amp|#0{0,4}38|#x0{0,4}26);/gi

const LINE_BREAKS = /[\t\r\n]+/g
const PLAIN = /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%|-]*)?$/i
