/** The page of an embedded video or sound. */
export type Embed = { readonly host: string; readonly url: string }

/**
 * The page of a frame from a known host, or null. Frames are never kept: they would run foreign code and reveal the
 * reader to the host.
 * @param address absolute
 */
export const readEmbed = (address: string): Embed | null => {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  const host = url.hostname.replace(/^(?:www|m)\./, "")
  for (const [hosts, name, pageOf] of HOSTS) {
    const page = hosts.test(host) ? pageOf(url) : null
    if (page !== null) return { host: name, url: page }
  }
  return null
}

type Page = (url: URL) => string | null

/** Inserts the group of a path pattern into an address. */
const path =
  (pattern: RegExp, page: (part: string, url: URL) => string): Page =>
  (url) => {
    const part = pattern.exec(url.pathname)?.[1]
    return part === undefined ? null : page(part, url)
  }

const youtube: Page = (url) => {
  const id = /^\/(?:embed|v|shorts|live)\/([\w-]{6,20})/.exec(url.pathname)?.[1] ?? url.searchParams.get("v")
  if (id !== null && id !== "videoseries" && /^[\w-]{6,20}$/.test(id)) return `https://www.youtube.com/watch?v=${id}`
  const list = url.searchParams.get("list")
  return list !== null && /^[\w-]{10,64}$/.test(list) ? `https://www.youtube.com/playlist?list=${list}` : null
}

const soundcloud: Page = (url) => {
  const track = url.searchParams.get("url")
  return track !== null && /^https:\/\/(?:api\.)?soundcloud\.com\/[\w./%-]{1,200}$/.test(track) ? track : null
}

const HOSTS: ReadonlyArray<readonly [RegExp, string, Page]> = [
  [/^youtube(?:-nocookie)?\.com$/, "YouTube", youtube],
  [/^youtu\.be$/, "YouTube", path(/^\/([\w-]{6,20})$/, (id) => `https://www.youtube.com/watch?v=${id}`)],
  [/^(?:player\.)?vimeo\.com$/, "Vimeo", path(/^\/(?:video\/)?(\d{3,15})/, (id) => `https://vimeo.com/${id}`)],
  [/^odysee\.com$/, "Odysee", path(/^\/\$\/embed\/([^?#]{1,300})/, (name) => `https://odysee.com/${name}`)],
  [/^rumble\.com$/, "Rumble", path(/^\/embed\/([\w.]{3,40})/, (id) => `https://rumble.com/embed/${id}/`)],
  [
    /^bitchute\.com$/,
    "Bitchute",
    path(/^\/(?:embed|video)\/([\w-]{3,40})/, (id) => `https://www.bitchute.com/video/${id}/`),
  ],
  [
    /^(?:geo\.)?dailymotion\.com$/,
    "Dailymotion",
    path(/^\/(?:embed\/)?video\/(\w{3,20})/, (id) => `https://www.dailymotion.com/video/${id}`),
  ],
  [
    /^archive\.org$/,
    "Internet Archive",
    path(/^\/embed\/([\w.-]{1,120})/, (id) => `https://archive.org/details/${id}`),
  ],
  [/^embed\.ted\.com$/, "TED", path(/^\/talks\/([\w/-]{1,160})/, (talk) => `https://www.ted.com/talks/${talk}`)],
  [/^w\.soundcloud\.com$/, "SoundCloud", soundcloud],
  // PeerTube runs on any host, so its frames are recognised by their path.
  [/./, "PeerTube", path(/^\/videos\/embed\/([\w-]{20,40})$/, (id, url) => `${url.origin}/videos/watch/${id}`)],
]
