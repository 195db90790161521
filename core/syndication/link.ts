/**
 * One address, written one way. Feeds and items are found again by their addresses, so the same page must not be two
 * pages because of a tracking parameter or the case of its host. Browser-safe.
 */

/**
 * The address as we store it: lower-case host, no fragment, no default port, no credentials, no tracking parameters;
 * scheme, path and the order of what remains in the query are kept. Null where it is not an http(s) address.
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
 * What two addresses of one page have in common: neutral to http or https, www, default ports, tracking parameters, a
 * slash at the end and fragments (but for the `#!` and `#/` that carry a page). For comparing, not for opening.
 * The trimmed text itself where it is not an http(s) address.
 */
export const linkKey = (address: string): string => {
  const url = parseWeb(address)
  if (url === null) return address.trim()
  const host = url.hostname.replace(/^www\./, "").replace(/\.$/, "")
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`
  const fragment = /^#[!/]./.test(url.hash) ? url.hash : ""
  return `${host}${port}${url.pathname.replace(/\/+$/, "")}${withoutTrackers(url.search)}${fragment}`
}

/** The address without what only tells a publisher who sent the reader. Unchanged where it is not an http(s) address. */
export const stripTrackers = (address: string): string => {
  const url = parseWeb(address)
  if (url === null) return address
  url.search = withoutTrackers(url.search)
  if (isTracker(url.hash.slice(1))) url.hash = ""
  return url.href
}

// Cut by hand, because URLSearchParams would write the parameters that stay in another way than the publisher did.
const withoutTrackers = (search: string): string => {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isTracker(pair))
  return kept.length === 0 ? "" : `?${kept.join("&")}`
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
    // Campaign families; of the short prefixes only the names that are known, for others use them too.
    "(?:utm|hsa|mtm|matomo|piwik|oly|vero)_[\\w.-]+",
    "(?:itm|pk|ga|at|wt)_(?:source|medium|campaign|content|term|kwd|keyword|cid|mc|custom\\d*|bbc\\w*|link\\w*)",
    // Click identifiers of advertisers and networks
    "fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid?|srsltid|rb_clickid",
    "s_cid|s_kwcid|ef_id|epik|irclickid|cjevent|wickedid|_branch_match_id|_openstat|_ga|_gl|fb_(?:action_ids|source|ref)",
    // Newsletters
    "mc_[ce]id|_hsenc|_hsmi|__hs\\w+|hsctatracking|mkt_tok|ml_subscriber(?:_hash)?|_ke|ck_subscriber_id|sb_referer_host",
    // Who shared it
    "xtor|ref_src|guccounter|guce_referrer(?:_sig)?|ncid|cmpid|smid",
  ].join("|")})(?:=|$)`,
  "i",
)
