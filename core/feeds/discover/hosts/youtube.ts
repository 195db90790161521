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
