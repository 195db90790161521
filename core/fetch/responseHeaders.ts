import type { LinkHeaders } from "./FetchedDocument.ts"

/** Response headers of undici: lower-case names, repeated headers as lists. */
export type ResponseHeaders = Record<string, string | ReadonlyArray<string> | undefined>

/** Upper bound of Retry-After and cache lifetimes. */
const RETRY_AFTER_SECONDS_MAX = 86_400
const CACHE_MAX_AGE_SECONDS_MAX = 7 * 86_400
export const HEADER_LENGTH_MAX = 2048
const LINKS_MAX = 20

/** The first value of a header, or null if it is absent, empty or too long. */
export const headerOf = (headers: ResponseHeaders, name: string): string | null => {
  const value = headers[name]
  const first = typeof value === "string" ? value : value?.[0]
  return first === undefined || first === "" || first.length > HEADER_LENGTH_MAX ? null : first
}

/** Retry-After (RFC 9110, 10.2.3) in seconds from `now` (milliseconds): a number or a date, never negative, bounded. */
export const retryAfterSecondsOf = (headers: ResponseHeaders, now: number): number | null => {
  const value = headerOf(headers, "retry-after")?.trim()
  if (value === undefined) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? null : clamp(seconds, RETRY_AFTER_SECONDS_MAX)
}

/** How long the answer may be kept, in seconds (RFC 9111, 4.2.1 and 5.2.2): max-age, else Expires less Date; or null. */
export const cacheMaxAgeSecondsOf = (headers: ResponseHeaders, now: number): number | null => {
  const control = allOf(headers, "cache-control").join(",").toLowerCase()
  if (/(?:^|[,\s])no-(?:store|cache)\b/.test(control)) return 0
  const maxAge = /(?:^|[,\s])max-age\s*=\s*"?(\d+)/.exec(control)?.[1]
  if (maxAge !== undefined) return clamp(Number(maxAge), CACHE_MAX_AGE_SECONDS_MAX)
  const expires = headerOf(headers, "expires")
  if (expires === null) return null
  const until = Date.parse(expires)
  const sent = Date.parse(headerOf(headers, "date") ?? "")
  // An invalid Expires, like the common "0", means expired.
  return Number.isNaN(until)
    ? 0
    : clamp(Math.floor((until - (Number.isNaN(sent) ? now : sent)) / 1000), CACHE_MAX_AGE_SECONDS_MAX)
}

/** The hubs and the self address in Link headers (RFC 8288; WebSub, 4), resolved against the document's address. */
export const linkHeadersOf = (headers: ResponseHeaders, base: string): LinkHeaders => {
  const links = allOf(headers, "link")
    .flatMap((value) => [...value.slice(0, HEADER_LENGTH_MAX).matchAll(LINK)])
    .slice(0, LINKS_MAX)
    .flatMap(([, target = "", parameters = ""]) => {
      const url = absolute(target, base)
      const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters)
      const names = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/)
      return url === null ? [] : [{ url, names }]
    })
  return {
    hubs: links.filter(({ names }) => names.includes("hub")).map(({ url }) => url),
    self: links.find(({ names }) => names.includes("self"))?.url ?? null,
  }
}

/** The X-Robots-Tag headers, joined: often one for each robot. */
export const robotsTagOf = (headers: ResponseHeaders): string | null => {
  const said = allOf(headers, "x-robots-tag").join(", ").slice(0, HEADER_LENGTH_MAX)
  return said === "" ? null : said
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g

const allOf = (headers: ResponseHeaders, name: string): ReadonlyArray<string> => {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === "string" ? [value] : value
}

const absolute = (target: string, base: string): string | null => {
  try {
    const url = new URL(target.trim(), base)
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null
  } catch {
    return null
  }
}

const clamp = (seconds: number, max: number): number => Math.min(Math.max(seconds, 0), max)
