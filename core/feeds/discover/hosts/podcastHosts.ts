import type { HostRule } from "./HostRule.ts"

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
