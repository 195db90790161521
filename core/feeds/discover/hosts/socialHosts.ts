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
