import { describe, expect, it } from "vitest"
import { readPage } from "../readPage.ts"
import { ruleOf } from "./ruleOf.ts"

const UC = "UCabcdefghijklmnopqrstuv"
const YOUTUBE = "https://www.youtube.com/feeds/videos.xml"

describe("the feed that follows from an address", () => {
  it.each([
    [`https://www.youtube.com/channel/${UC}`, `${YOUTUBE}?channel_id=${UC}`],
    [`https://m.youtube.com/channel/${UC}/videos`, `${YOUTUBE}?channel_id=${UC}`],
    ["https://www.youtube.com/user/name", `${YOUTUBE}?user=name`],
    ["https://www.youtube.com/playlist?list=PLabcdefghij", `${YOUTUBE}?playlist_id=PLabcdefghij`],
    ["https://vimeo.com/name", "https://vimeo.com/name/videos/rss"],
    ["https://vimeo.com/name/videos", "https://vimeo.com/name/videos/rss"],
    ["https://vimeo.com/channels/staffpicks", "https://vimeo.com/channels/staffpicks/videos/rss"],
    ["https://vimeo.com/groups/shortfilms", "https://vimeo.com/groups/shortfilms/videos/rss"],
    ["https://odysee.com/@name:1a", "https://odysee.com/$/rss/@name:1a"],
    ["https://odysee.com/@name:1a/a-video:3", "https://odysee.com/$/rss/@name:1a"],
    ["https://www.bitchute.com/channel/name/", "https://www.bitchute.com/feeds/rss/channel/name/"],
    ["https://peertube.tv/c/name/videos", "https://peertube.tv/feeds/videos.xml?videoChannelName=name"],
    ["https://peertube.tv/video-channels/name", "https://peertube.tv/feeds/videos.xml?videoChannelName=name"],
    [
      "https://peertube.tv/c/name@other.example",
      "https://peertube.tv/feeds/videos.xml?videoChannelName=name@other.example",
    ],
    ["https://peertube.tv/a/name", "https://peertube.tv/feeds/videos.xml?accountName=name"],
    ["https://peertube.tv/@name", "https://peertube.tv/feeds/videos.xml?accountName=name"],
    ["https://peertube.tv/", "https://peertube.tv/feeds/videos.xml"],
    ["https://peertube.tv/videos/recently-added", "https://peertube.tv/feeds/videos.xml"],
    ["https://name.substack.com/p/post", "https://name.substack.com/feed"],
    ["https://open.substack.com/pub/name/p/post", "https://name.substack.com/feed"],
    ["https://substack.com/@name", "https://name.substack.com/feed"],
    ["https://medium.com/@name/a-post-1", "https://medium.com/feed/@name"],
    ["https://medium.com/publication", "https://medium.com/feed/publication"],
    ["https://medium.com/tag/media", "https://medium.com/feed/tag/media"],
    ["https://name.medium.com/about", "https://name.medium.com/feed"],
    ["https://name.wordpress.com/2026/11/post/", "https://name.wordpress.com/feed/"],
    ["https://name.wordpress.com/category/media/", "https://name.wordpress.com/category/media/feed/"],
    ["https://name.ghost.io/", "https://name.ghost.io/rss/"],
    ["https://name.ghost.io/tag/media/", "https://name.ghost.io/tag/media/rss/"],
    ["https://name.blogspot.com/2026/11/post.html", "https://name.blogspot.com/feeds/posts/default"],
    ["https://name.blogspot.de/search/label/Media", "https://name.blogspot.de/feeds/posts/default/-/Media"],
    ["https://mastodon.social/@name", "https://mastodon.social/@name.rss"],
    ["https://mastodon.social/@name/11550", "https://mastodon.social/@name.rss"],
    ["https://mastodon.social/users/name", "https://mastodon.social/@name.rss"],
    ["https://mastodon.social/@name@other.example", "https://other.example/@name.rss"],
    ["https://mastodon.social/tags/media", "https://mastodon.social/tags/media.rss"],
  ])("%s: %s", (address, feed) => {
    const url = new URL(address)
    expect(ruleOf(url)?.fromUrl?.(url)[0]).toBe(feed)
  })

  it.each([
    "https://www.youtube.com/@name",
    "https://www.youtube.com/watch?v=abc&list=PLabcdefghij",
    "https://youtu.be/abc",
    `${YOUTUBE}?channel_id=${UC}`,
    "https://www.youtube.com/channel/not-an-id",
    "https://vimeo.com/123456",
    "https://vimeo.com/name/videos/rss",
    "https://vimeo.com/watch",
    "https://odysee.com/$/rss/@name:1a",
    "https://odysee.com/",
    "https://www.bitchute.com/video/abc/",
    "https://www.bitchute.com/feeds/rss/channel/name/",
    "https://peertube.tv/w/abc",
    "https://peertube.tv/feeds/videos.xml?videoChannelName=name",
    "https://name.substack.com/feed",
    "https://substack.com/",
    "https://medium.com/",
    "https://medium.com/feed/@name",
    "https://name.wordpress.com/feed/",
    "https://name.ghost.io/rss/",
    "https://name.blogspot.com/feeds/posts/default",
    "https://www.blogger.com/profile/1",
    "https://mastodon.social/@name.rss",
    "https://mastodon.social/explore",
  ])("nothing follows from %s", (address) => {
    const url = new URL(address)
    expect(ruleOf(url)?.fromUrl?.(url)).toEqual([])
  })
})

describe("the feed that stands in a page", () => {
  const read = (address: string, html: string) => {
    const url = new URL(address)
    return ruleOf(url)?.fromText?.(html, readPage(html, address), url)
  }

  it.each([
    `<link rel="canonical" href="https://www.youtube.com/channel/${UC}">`,
    `<meta itemprop="identifier" content="${UC}">`,
    `<meta itemprop="channelId" content="${UC}">`,
    `<script>var ytInitialData = {"metadata":{"externalId":"${UC}","title":"a"}}</script>`,
    `<script>{"videoDetails":{"videoId":"abc","channelId":"${UC}"}}</script>`,
  ])("of YouTube: %s", (html) => {
    expect(read("https://www.youtube.com/@name", html)).toEqual([`${YOUTUBE}?channel_id=${UC}`])
  })

  it("of YouTube comes before the playlist that a video was opened from", () => {
    const html = `<meta itemprop="channelId" content="${UC}">`
    expect(read("https://www.youtube.com/watch?v=abc&list=PLabcdefghij", html)).toEqual([
      `${YOUTUBE}?channel_id=${UC}`,
      `${YOUTUBE}?playlist_id=PLabcdefghij`,
    ])
  })

  it("is none where no id is one", () => {
    expect(read("https://www.youtube.com/@name", '<meta itemprop="channelId" content="UCshort">')).toEqual([])
  })

  it("of Vimeo, Bitchute and Apple", () => {
    const vimeo =
      '<script type="application/ld+json">{"author":{"@type":"Person","name":"N","url":"https:\\/\\/vimeo.com\\/name"}}'
    expect(read("https://vimeo.com/123", vimeo)).toEqual(["https://vimeo.com/name/videos/rss"])
    expect(read("https://www.bitchute.com/video/a/", '<a href="/channel/name/">')).toEqual([
      "https://www.bitchute.com/feeds/rss/channel/name/",
    ])
    expect(read("https://podcasts.apple.com/de/podcast/a/id1", '{"feedUrl":"https:\\/\\/example.com\\/rss"}')).toEqual([
      "https://example.com/rss",
    ])
  })
})

it("asks Apple's lookup for a podcast", () => {
  const url = new URL("https://podcasts.apple.com/us/podcast/some-show/id1234567890?i=1")
  expect(ruleOf(url)?.lookup?.(url)).toBe("https://itunes.apple.com/lookup?id=1234567890&entity=podcast")
})

it("knows nothing of other hosts", () => expect(ruleOf(new URL("https://example.com/@name"))).toBeNull())
