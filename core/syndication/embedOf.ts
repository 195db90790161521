/** The embedded player of a video: its address, and the origin that the page's policy must allow. */
export interface Embed {
  readonly host: string
  readonly src: string
  readonly origin: string
}

/**
 * The player for a video page, or null if there is none. `videoUrl` is a page as core/syndication/sanitise/embeds.ts writes it,
 * or the item's own link. Cookieless players are preferred.
 */
export const embedOf = (videoUrl: string | null): Embed | null => {
  const url = URL.parse(videoUrl ?? "")
  if (url === null || !/^https?:$/.test(url.protocol) || !PLAIN_HOST.test(url.host)) return null
  const name = url.hostname.replace(/^(?:www|m)\./, "")
  for (const [hosts, host, playerOf] of HOSTS) {
    const src = hosts.test(name) ? playerOf(url) : null
    if (src !== null) return { host: host ?? url.hostname, src, origin: new URL(src).origin }
  }
  return null
}

/** The host goes into the page's Content-Security-Policy, so it may not contain separators such as `;`. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

type Player = (url: URL) => string | null

const path =
  (pattern: RegExp, player: (part: string, url: URL) => string): Player =>
  (url) => {
    const part = pattern.exec(url.pathname)?.[1]
    return part === undefined ? null : player(part, url)
  }

const nocookie = (part: string): string => `https://www.youtube-nocookie.com/embed/${part}`
const youtube: Player = (url) => {
  const id = /^\/(?:embed|v|shorts|live)\/([\w-]{6,20})$/.exec(url.pathname)?.[1] ?? url.searchParams.get("v")
  if (id !== null && /^[\w-]{6,20}$/.test(id)) return `${nocookie(id)}?autoplay=1`
  const list = url.searchParams.get("list")
  return list !== null && /^[\w-]{10,64}$/.test(list) ? nocookie(`videoseries?list=${list}`) : null
}

/** Entries without a name show the host: anyone can run a PeerTube instance. */
const HOSTS: ReadonlyArray<readonly [hosts: RegExp, host: string | null, player: Player]> = [
  [/^youtube(?:-nocookie)?\.com$/, "YouTube", youtube],
  [/^youtu\.be$/, "YouTube", path(/^\/([\w-]{6,20})$/, (id) => `${nocookie(id)}?autoplay=1`)],
  [
    /^(?:player\.)?vimeo\.com$/,
    "Vimeo",
    path(/^\/(?:video\/)?(\d{3,15})(?:\/|$)/, (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`),
  ],
  [
    /^odysee\.com$/,
    "Odysee",
    path(/^\/(?:\$\/embed\/)?([^$?#][^?#]{0,299})$/, (name) => `https://odysee.com/$/embed/${name}`),
  ],
  [/^rumble\.com$/, "Rumble", path(/^\/embed\/([\w.]{3,40})\/?$/, (id) => `https://rumble.com/embed/${id}/`)],
  [
    /^bitchute\.com$/,
    "BitChute",
    path(/^\/(?:embed|video)\/([\w-]{3,40})\/?$/, (id) => `https://www.bitchute.com/embed/${id}/`),
  ],
  [
    /^(?:geo\.)?dailymotion\.com$/,
    "Dailymotion",
    path(/^\/(?:embed\/)?video\/(\w{3,20})/, (id) => `https://geo.dailymotion.com/player.html?video=${id}`),
  ],
  [
    /^archive\.org$/,
    "Internet Archive",
    path(/^\/(?:embed|details)\/([\w.-]{1,120})/, (id) => `https://archive.org/embed/${id}`),
  ],
  [
    /^(?:embed\.)?ted\.com$/,
    "TED",
    path(/^\/talks\/([\w/-]{1,160})$/, (talk) => `https://embed.ted.com/talks/${talk}`),
  ],
  // PeerTube, recognised by its paths.
  [
    /./,
    null,
    path(
      /^\/(?:videos\/(?:watch|embed)|w)\/([\w-]{20,40})$/,
      (id, { host }) => `https://${host}/videos/embed/${id}?autoplay=1&p2p=0`,
    ),
  ],
]
