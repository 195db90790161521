import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type CannedPage, cannedFetcher } from "../../fetch/testing/cannedFetcher.ts"
import { discoverFeeds } from "./discoverFeeds.ts"

const rss = (title: string): string => `<rss version="2.0"><channel><title>${title}</title></channel></rss>`
const link = (href: string, title = "", type = "application/rss+xml"): string =>
  `<link rel="alternate" type="${type}" title="${title}" href="${href}">`

const discover = (address: string, pages: Record<string, CannedPage | string>) => {
  const { layer, requested: sent } = cannedFetcher(pages)
  const run = discoverFeeds(address).pipe(Effect.provide(layer))
  const brief = Effect.map(run, (found) => found.map(({ url, title, source, how }) => ({ url, title, source, how })))
  return {
    asked: sent,
    whole: () => Effect.runPromise(run),
    found: () => Effect.runPromise(brief),
    urls: async () => (await Effect.runPromise(brief)).map(({ url }) => url),
    refused: () => Effect.runPromise(Effect.flip(run)),
  }
}

describe("an address that is a feed", () => {
  it("is found as itself, with one request", async () => {
    const { whole, asked: requested } = discover("https://example.com/feed?utm_source=x", {
      "https://example.com/feed?utm_source=x": rss("News"),
    })
    const [first, ...others] = await whole()
    expect(first).toMatchObject({ url: "https://example.com/feed", title: "News", source: "RSS", how: "itself" })
    expect(first.document?.status).toBe(200)
    expect(others).toEqual([])
    expect(requested).toHaveLength(1)
  })

  it("is kept where it moved to for good", async () => {
    const { found } = discover("http://example.com/feed", {
      "http://example.com/feed": { movedTo: "https://example.com/feed.xml" },
      "https://example.com/feed.xml": rss("News"),
    })
    expect(await found()).toMatchObject([{ url: "https://example.com/feed.xml", how: "itself" }])
  })

  it("may come without a scheme", async () => {
    const { found, asked: sent } = discover("example.com/feed", { "https://example.com/feed": rss("News") })
    expect(await found()).toMatchObject([{ url: "https://example.com/feed" }])
    expect(sent).toEqual(["https://example.com/feed"])
  })
})

describe("a page", () => {
  const pages = {
    "https://example.com/": `<title>Example</title>
      ${link("/comments/feed/", "Example » Comments Feed")}
      ${link("/feed.xml", "RSS")}
      ${link("/atom.xml", "Atom", "application/atom+xml")}
      ${link("/feed.xml", "RSS again")}`,
    "https://example.com/feed.xml": rss("Example News"),
  }

  it("gives what its link tags name, the first one proven, comments last", async () => {
    const { whole, asked: requested } = discover("https://example.com/", pages)
    const found = await whole()
    expect(found).toMatchObject([
      { url: "https://example.com/feed.xml", title: "Example News", source: "RSS", how: "link-tag" },
      { url: "https://example.com/atom.xml", title: "Atom", how: "link-tag", document: null },
      { url: "https://example.com/comments/feed/", how: "link-tag", document: null },
    ])
    expect(found).toHaveLength(3)
    expect(requested).toEqual(["https://example.com/", "https://example.com/feed.xml"])
  })

  it("gives the next feed where the first link is broken or no feed", async () => {
    const { urls } = discover("https://example.com/", {
      "https://example.com/": link("/gone.xml") + link("/page.html") + link("/feed.xml"),
      "https://example.com/page.html": "<html>a page</html>",
      "https://example.com/feed.xml": rss("News"),
    })
    expect(await urls()).toEqual(["https://example.com/feed.xml"])
  })

  it("gives its comments where there is nothing else", async () => {
    const { urls } = discover("https://example.com/", {
      "https://example.com/": link("/comments/feed/", "Kommentare"),
      "https://example.com/comments/feed/": rss("Kommentare"),
    })
    expect(await urls()).toEqual(["https://example.com/comments/feed/"])
  })

  it("is searched for links that look like feeds", async () => {
    const { found, asked: sent } = discover("https://example.com/", {
      "https://example.com/": '<a href="/about">About</a> <a href="/our/rss.xml">Subscribe</a>',
      "https://example.com/our/rss.xml": rss("News"),
    })
    expect(await found()).toMatchObject([{ url: "https://example.com/our/rss.xml", how: "anchor" }])
    expect(sent).toEqual(["https://example.com/", "https://example.com/our/rss.xml"])
  })

  it("is guessed about at last, each feed once and each guess bounded", async () => {
    const pages = {
      "https://example.com/blog/": "<p>words</p>",
      "https://example.com/": "<p>words</p>",
      "https://example.com/feed/": rss("News"),
      "https://example.com/rss.xml": rss("News"),
      "https://example.com/feed.xml": rss("Other"),
    }
    const atRoot = discover("https://example.com/", pages)
    expect(await atRoot.found()).toMatchObject([
      { url: "https://example.com/feed/", how: "well-known" },
      { url: "https://example.com/feed.xml", how: "well-known" },
    ])
    expect(atRoot.asked).toHaveLength(4)
    const below = discover("https://example.com/blog/", pages)
    expect(await below.found()).toMatchObject([{ url: "https://example.com/feed/", how: "well-known" }])
    expect(below.asked).toHaveLength(7)
  })

  it("without any feed is refused after nine guesses", async () => {
    const { refused, asked } = discover("https://example.com/", { "https://example.com/": "<p>words</p>" })
    expect(await refused()).toMatchObject({
      _tag: "NoFeedFound",
      url: "https://example.com/",
      messageKey: "discover.noFeedFound",
    })
    expect(asked).toHaveLength(10)
  })

  it("with a forbidden feed says so", async () => {
    const { refused } = discover("https://example.com/", {
      "https://example.com/": link("/feed.xml"),
      "https://example.com/feed.xml": { status: 403 },
    })
    expect(await refused()).toMatchObject({ _tag: "HttpStatus", status: 403, url: "https://example.com/feed.xml" })
  })

  it("that cannot be fetched is refused for that reason", async () => {
    const { refused } = discover("https://example.com/", { "https://example.com/": { status: 500 } })
    expect(await refused()).toMatchObject({ _tag: "HttpStatus", status: 500 })
  })

  it("made by a known program tells its platform", async () => {
    const blog = discover("https://blog.example/", {
      "https://blog.example/": `<meta name="generator" content="WordPress 6.8">${link("/de/feed/")}`,
      "https://blog.example/de/feed/": rss("Blog"),
    })
    expect(await blog.found()).toMatchObject([
      { url: "https://blog.example/de/feed/", source: "WordPress", how: "link-tag" },
      { url: "https://blog.example/feed/", source: "WordPress", how: "known-host" },
    ])
    const tube = discover("https://tube.example/c/name", {
      "https://tube.example/c/name": `<meta property="og:platform" content="PeerTube">${link("/feeds/videos.xml")}`,
      "https://tube.example/feeds/videos.xml?videoChannelName=name": rss("Name"),
    })
    expect(await tube.found()).toMatchObject([
      { url: "https://tube.example/feeds/videos.xml?videoChannelName=name", source: "PeerTube", how: "known-host" },
      { url: "https://tube.example/feeds/videos.xml", source: "PeerTube", how: "link-tag" },
    ])
    const social = discover("@name@social.example", {
      "https://social.example/@name": '<div id="mastodon">',
      "https://social.example/@name.rss": rss("Name"),
    })
    expect(await social.found()).toMatchObject([{ url: "https://social.example/@name.rss", source: "Mastodon" }])
  })

  it("gives a bounded number of candidates", async () => {
    const many = Array.from({ length: 40 }, (_, index) => link(`/feed-${index}.xml`)).join("")
    const { urls } = discover("https://example.com/", {
      "https://example.com/": many,
      "https://example.com/feed-0.xml": rss("News"),
    })
    expect(await urls()).toHaveLength(20)
  })
})

describe("[S1-002] a known host", () => {
  const UC = "UCabcdefghijklmnopqrstuv"
  const feed = `https://www.youtube.com/feeds/videos.xml?channel_id=${UC}`

  it("is queried for its feed directly", async () => {
    const { found, asked: requested } = discover(`youtube.com/channel/${UC}`, { [feed]: rss("Channel") })
    expect(await found()).toEqual([{ url: feed, title: "Channel", source: "YouTube", how: "known-host" }])
    expect(requested).toEqual([feed])
  })

  it.each(["https://www.youtube.com/@name", "https://youtu.be/abc", "https://www.youtube.com/watch?v=abc"])(
    "tells the feed in its page: %s",
    async (address) => {
      const { found } = discover(address, {
        [address]: `<meta itemprop="channelId" content="${UC}">`,
        [feed]: rss("C"),
      })
      expect(await found()).toEqual([{ url: feed, title: "C", source: "YouTube", how: "known-host" }])
    },
  )

  it("is recognised behind a redirect", async () => {
    const { found } = discover("https://example.com/videos", {
      "https://example.com/videos": { movedTo: `https://www.youtube.com/channel/${UC}` },
      [`https://www.youtube.com/channel/${UC}`]: "<p>consent first</p>",
      [feed]: rss("Channel"),
    })
    expect(await found()).toMatchObject([{ url: feed, source: "YouTube", how: "known-host" }])
  })

  it("that has changed its paths is searched like any page", async () => {
    const { found } = discover("https://name.substack.com/", {
      "https://name.substack.com/": link("/rss-new"),
      "https://name.substack.com/rss-new": rss("Name"),
    })
    expect(await found()).toMatchObject([
      { url: "https://name.substack.com/rss-new", source: "Substack", how: "link-tag" },
    ])
  })

  it("is not probed at guessed addresses", async () => {
    const { refused, asked: sent } = discover("https://www.youtube.com/@name", {
      "https://www.youtube.com/@name": "<p>hi</p>",
    })
    expect(await refused()).toMatchObject({ _tag: "NoFeedFound" })
    expect(sent).toHaveLength(1)
  })

  it("of podcasts is asked where the feed is", async () => {
    const { found } = discover("https://podcasts.apple.com/us/podcast/show/id77", {
      "https://itunes.apple.com/lookup?id=77&entity=podcast": '{"results":[{"feedUrl":"https://show.example/rss"}]}',
      "https://show.example/rss": rss("Show"),
    })
    expect(await found()).toEqual([
      { url: "https://show.example/rss", title: "Show", source: "Podcast", how: "known-host" },
    ])
  })

  it.each([
    ["https://t.me/name", "Telegram"],
    ["https://x.com/name", "X"],
    ["https://twitter.com/name", "X"],
    ["https://open.spotify.com/show/abc", "Spotify"],
  ])("that offers no feeds is refused without a request: %s", async (address, platform) => {
    const { refused, asked } = discover(address, {})
    expect(await refused()).toMatchObject({
      _tag: "NoFeedOffered",
      platform,
      messageKey: "discover.noFeedOffered",
    })
    expect(asked).toEqual([])
  })

  it("that offers few feeds gives those that it names, and else says so", async () => {
    const named = discover("https://rumble.com/c/name", {
      "https://rumble.com/c/name": link("https://rumble.com/feeds/rss/name"),
      "https://rumble.com/feeds/rss/name": rss("Name"),
    })
    expect(await named.found()).toMatchObject([{ source: "Rumble", how: "link-tag" }])
    const unnamed = discover("https://rumble.com/c/name", { "https://rumble.com/c/name": "<p>videos</p>" })
    expect(await unnamed.refused()).toMatchObject({ _tag: "NoFeedOffered", platform: "Rumble" })
    const unlisted = discover("https://podcasts.apple.com/us/podcast/show/id77", {
      "https://itunes.apple.com/lookup?id=77&entity=podcast": '{"resultCount":0,"results":[]}',
    })
    expect(await unlisted.refused()).toMatchObject({ _tag: "NoFeedOffered", platform: "Apple Podcasts" })
  })
})
