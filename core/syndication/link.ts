/**
 * Normalises addresses: feeds and items are found by their addresses, so a tracking parameter or the case of a host
 * must not make one page two. Browser-safe.
 */

/**
 * The stored form of an address: lower-case host, no fragment, default port, credentials or tracking parameters;
 * everything else as written. Null if it is not http(s).
 */
export const canonicalUrl = (address: string): string | null => {
  const url = parseWeb(address)
  if (url === null) return null
  url.hash = ""
  url.username = ""
  url.password = ""
  url.search = withoutTrackers(url.search)
  return url.href
}

/**
 * A key that the addresses of one page share: ignores http or https, www, default ports, tracking parameters, a
 * trailing slash and fragments (except `#!` and `#/`, which select a page). Only for comparison. Returns the trimmed
 * text if it is not http(s).
 */
export const linkKey = (address: string): string => {
  const url = parseWeb(address)
  if (url === null) return address.trim()
  const host = url.hostname.replace(/^www\./, "").replace(/\.$/, "")
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`
  const fragment = /^#[!/]./.test(url.hash) ? url.hash : ""
  return `${host}${port}${url.pathname.replace(/\/+$/, "")}${withoutTrackers(url.search)}${fragment}`
}

/** Removes tracking parameters. Returns other addresses than http(s) unchanged. */
export const stripTrackers = (address: string): string => {
  const url = parseWeb(address)
  if (url === null) return address
  url.search = withoutTrackers(url.search)
  if (isTracker(url.hash.slice(1))) url.hash = ""
  return url.href
}

// Not with URLSearchParams, which would rewrite the remaining parameters.
const withoutTrackers = (search: string): string => {
  const cleaned = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isTracker(pair))
  return cleaned.length === 0 ? "" : `?${cleaned.join("&")}`
}

const isTracker = (pair: string): boolean => TRACKERS.test(pair)

const parseWeb = (address: string): URL | null => {
  try {
    const url = new URL(address.trim())
    return url.protocol === "https:" || url.protocol === "http:" ? url : null
  } catch {
    return null
  }
}

const TRACKERS = new RegExp(
  `^(?:${[
    // Campaign parameters; for short prefixes only known names, because others use them too.
    "(?:utm|hsa|mtm|matomo|piwik|oly|vero)_[\\w.-]+",
    "(?:itm|pk|ga|at|wt)_(?:source|medium|campaign|content|term|kwd|keyword|cid|mc|custom\\d*|bbc\\w*|link\\w*)",
    // Click identifiers of advertisers and networks.
    "fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid?|srsltid|rb_clickid",
    "s_cid|s_kwcid|ef_id|epik|irclickid|cjevent|wickedid|_branch_match_id|_openstat|_ga|_gl|fb_(?:action_ids|source|ref)",
    // Newsletters.
    "mc_[ce]id|_hsenc|_hsmi|__hs\\w+|hsctatracking|mkt_tok|ml_subscriber(?:_hash)?|_ke|ck_subscriber_id|sb_referer_host",
    // Sharing.
    "xtor|ref_src|guccounter|guce_referrer(?:_sig)?|ncid|cmpid|smid",
  ].join("|")})(?:=|$)`,
  "i",
)
