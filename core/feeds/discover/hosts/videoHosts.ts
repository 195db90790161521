import { type HostRule, partsOf } from "./HostRule.ts"

const CHANNEL_ID = /^UC[\w-]{22}$/
const PLAYLIST_ID = /^[\w-]{10,64}$/

const channelFeed = (id: string): string => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`
const playlistFeed = (id: string): string => `https://www.youtube.com/feeds/videos.xml?playlist_id=${id}`

/**
 * Addresses contain channel ids and playlists; for handles, custom names and videos the page is read to find the
 * channel id. A video opened from a playlist means its channel first, because most such playlists are personal mixes.
 */
export const youtube: HostRule = {
  source: "YouTube",
  fromUrl: (url) => {
    const [first, second = ""] = partsOf(url)
    if (first === "channel" && CHANNEL_ID.test(second)) return [channelFeed(second)]
    if (first === "user" && second !== "") return [`https://www.youtube.com/feeds/videos.xml?user=${second}`]
    return first === "playlist" ? playlistsOf(url) : []
  },
  fromText: (text, page, url) => {
    const id = [
      page.meta.get("identifier"),
      page.meta.get("channelid"),
      page.canonicalUrl === null ? undefined : partsOf(new URL(page.canonicalUrl))[1],
      /"(?:externalId|externalChannelId|channelId)"\s*:\s*"(UC[\w-]{22})"/.exec(text)?.[1],
    ].find((candidate) => candidate !== undefined && CHANNEL_ID.test(candidate))
    return [...(id === undefined ? [] : [channelFeed(id)]), ...playlistsOf(url)]
  },
}

const playlistsOf = (url: URL): ReadonlyArray<string> => {
  const list = url.searchParams.get("list") ?? ""
  return PLAYLIST_ID.test(list) ? [playlistFeed(list)] : []
}

/**
 * Apple's directory hosts no podcasts but knows their feeds: its public lookup returns the address. This is the only
 * rule that asks a third party, and only for Apple addresses.
 */
export const applePodcasts: HostRule = {
  source: "Podcast",
  platform: "Apple Podcasts",
  lookup: (url) => {
    const id = /\/id(\d{1,15})(?:\/|$)/.exec(url.pathname)?.[1]
    return id === undefined ? null : `https://itunes.apple.com/lookup?id=${id}&entity=podcast`
  },
  fromText: (text) => {
    const feedUrl = /"feedUrl"\s*:\s*"((?:[^"\\]|\\.){1,2048})"/.exec(text)?.[1]
    return feedUrl === undefined ? [] : [feedUrl.replaceAll("\\/", "/")]
  },
  offers: "declared",
}

export const spotify: HostRule = { source: "Podcast", platform: "Spotify", offers: "none" }

const VIMEO_PLACES = new Set(["channels", "groups"])
const VIMEO_PAGES =
  /^(?:\d+|about|album|blog|categories|features|join|log_in|manage|ondemand|search|showcase|stock|upload|watch)$/

export const vimeo: HostRule = {
  source: "Vimeo",
  fromUrl: (url) => {
    const [first, second] = partsOf(url)
    if (first === undefined || url.pathname.endsWith("/rss")) return []
    if (VIMEO_PLACES.has(first)) return second === undefined ? [] : [`https://vimeo.com/${first}/${second}/videos/rss`]
    return VIMEO_PAGES.test(first) ? [] : [`https://vimeo.com/${first}/videos/rss`]
  },
  // The structured data of a video page names its author.
  fromText: (text) => {
    const maker = /"author"\s*:\s*\{[^{}]*"url"\s*:\s*"https:\\?\/\\?\/vimeo\.com\\?\/([\w-]+)"/.exec(text)?.[1]
    return maker === undefined ? [] : [`https://vimeo.com/${maker}/videos/rss`]
  },
}

export const odysee: HostRule = {
  source: "Odysee",
  fromUrl: (url) => {
    const channel = partsOf(url)[0]
    return channel?.startsWith("@") === true ? [`https://odysee.com/$/rss/${channel}`] : []
  },
}

const bitchuteFeed = (channel: string): string => `https://www.bitchute.com/feeds/rss/channel/${channel}/`

export const bitchute: HostRule = {
  source: "Bitchute",
  fromUrl: (url) => {
    const [first, channel] = partsOf(url)
    return first === "channel" && channel !== undefined ? [bitchuteFeed(channel)] : []
  },
  fromText: (text) => {
    const channel = /href="(?:https:\/\/(?:www\.)?bitchute\.com)?\/channel\/([\w-]+)\/?"/.exec(text)?.[1]
    return channel === undefined ? [] : [bitchuteFeed(channel)]
  },
}

/** Rumble offers feeds to few publishers; their pages name them. */
export const rumble: HostRule = { source: "Rumble", offers: "declared" }

/** All PeerTube servers. */
export const peertube: HostRule = {
  source: "PeerTube",
  fromUrl: (url) => {
    const [first, name] = partsOf(url)
    const feed = (query: string): ReadonlyArray<string> => [`${url.origin}/feeds/videos.xml${query}`]
    if (first === undefined || first === "home") return feed("")
    if (name === undefined) return first.startsWith("@") ? feed(`?accountName=${first.slice(1)}`) : []
    if (first === "c" || first === "video-channels") return feed(`?videoChannelName=${name}`)
    if (first === "a" || first === "accounts") return feed(`?accountName=${name}`)
    return first === "videos" && /^(?:recently-added|trending|local|overview)$/.test(name) ? feed("") : []
  },
}
