import { type HostRule, partsOf } from "./HostRule.ts"

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
