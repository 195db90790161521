import { type HostRule, partsOf } from "./HostRule.ts"

/** All Mastodon servers: the page of a person or tag with `.rss` appended. */
export const mastodon: HostRule = {
  source: "Mastodon",
  fromUrl: (url) => {
    const [first, second] = partsOf(url)
    if (first === undefined || url.pathname.endsWith(".rss")) return []
    if (first === "tags" && second !== undefined) return [`${url.origin}/tags/${second}.rss`]
    const name = first.startsWith("@") ? first.slice(1) : first === "users" ? (second ?? "") : ""
    // On other servers a person is shown as @name@home; the feed is at home.
    const [local, home] = name.split("@")
    if (local === undefined || local === "") return []
    return [home === undefined ? `${url.origin}/@${local}.rss` : `https://${home}/@${local}.rss`]
  },
}

export const telegram: HostRule = { source: "Telegram", offers: "none" }

export const x: HostRule = { source: "X", offers: "none" }

const isFeedPath = (url: URL): boolean => /\/(?:feeds?|rss)(?:\/|$)/.test(url.pathname)

export const substack: HostRule = {
  source: "Substack",
  fromUrl: (url) => {
    if (isFeedPath(url)) return []
    const [first, second] = partsOf(url)
    if (url.hostname === "open.substack.com") {
      return first === "pub" && second !== undefined ? [`https://${second}.substack.com/feed`] : []
    }
    if (!/^(?:www\.)?substack\.com$/.test(url.hostname)) return [`${url.origin}/feed`]
    // The first publication of an author usually has the author's name.
    return first?.startsWith("@") === true ? [`https://${first.slice(1)}.substack.com/feed`] : []
  },
}

export const medium: HostRule = {
  source: "Medium",
  fromUrl: (url) => {
    if (isFeedPath(url)) return []
    const [first, second] = partsOf(url)
    if (!/^(?:www\.)?medium\.com$/.test(url.hostname)) return [`${url.origin}/feed`]
    if (first === undefined) return []
    return [`https://medium.com/feed/${first === "tag" && second !== undefined ? `tag/${second}` : first}`]
  },
}

/** The feed of the section if the address is one, then that of the whole blog. */
const sectionThenAll = (url: URL, feed: string): ReadonlyArray<string> => {
  if (isFeedPath(url)) return []
  const [first, second] = partsOf(url)
  const section = second !== undefined && /^(?:category|tag|author)$/.test(first ?? "")
  return [...(section ? [`${url.origin}/${first}/${second}/${feed}/`] : []), `${url.origin}/${feed}/`]
}

export const wordpress: HostRule = { source: "WordPress", fromUrl: (url) => sectionThenAll(url, "feed") }

export const ghost: HostRule = { source: "Ghost", fromUrl: (url) => sectionThenAll(url, "rss") }

export const blogger: HostRule = {
  source: "Blogger",
  fromUrl: (url) => {
    if (isFeedPath(url) || /(?:^|\.)blogger\.com$/.test(url.hostname)) return []
    const [first, second, label] = partsOf(url)
    const labelled = first === "search" && second === "label" && label !== undefined
    return [...(labelled ? [`${url.origin}/feeds/posts/default/-/${label}`] : []), `${url.origin}/feeds/posts/default`]
  },
}
