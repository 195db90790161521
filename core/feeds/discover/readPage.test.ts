import { describe, expect, it } from "vitest"
import { readPage } from "./readPage.ts"

const PAGE = "https://example.com/blog/"
const feedsOf = (html: string) => readPage(html, PAGE).feeds.map(({ url }) => url)
const anchorsOf = (html: string) => readPage(html, PAGE).anchors.map(({ url }) => url)

describe("the link tags of a page", () => {
  it("name feeds with their titles, in order", () => {
    const html = `<!doctype html><head><title> A &amp; B\n blog </title>
      <link rel="alternate" type="application/rss+xml" title="Posts &raquo; RSS" href="/feed.xml">
      <LINK REL='Alternate' TYPE='application/atom+xml; charset=utf-8' HREF=atom.xml>
      <link rel="alternate home" type="application/feed+json" href="//cdn.example.com/feed.json"/>`
    expect(readPage(html, PAGE)).toMatchObject({
      title: "A & B blog",
      feeds: [
        { url: "https://example.com/feed.xml", title: "Posts » RSS" },
        { url: "https://example.com/blog/atom.xml", title: null },
        { url: "https://cdn.example.com/feed.json", title: null },
      ],
    })
  })

  it("are relative to the base tag, wherever it stands", () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="feed.xml">'
    expect(feedsOf(`${link}<base href="/other/">`)).toEqual(["https://example.com/other/feed.xml"])
    expect(feedsOf(`<base href="https://cdn.example/x/y"><base href="/no/">${link}`)).toEqual([
      "https://cdn.example/x/feed.xml",
    ])
    expect(feedsOf(`<base href="javascript:0">${link}`)).toEqual(["https://example.com/blog/feed.xml"])
  })

  it.each([
    '<link rel="stylesheet" type="text/xml" href="a.xsl">',
    '<link rel="alternate stylesheet" type="text/xml" href="a.xsl">',
    '<link rel="alternate" type="text/html" hreflang="de" href="/de/">',
    '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1">',
    '<link rel="alternate" type="application/json+oembed" href="/oembed?url=feed">',
    '<link rel="alternate" type="text/xml+oembed" href="/oembed">',
    '<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">',
    '<link rel="alternate" type="application/rss+xml">',
    '<link rel="alternate" type="application/rss+xml" href="https://">',
    '<script>"<link rel=alternate type=application/rss+xml href=/a>"</script>',
    "<!-- <link rel=alternate type=application/rss+xml href=/a> -->",
  ])("name no feed: %s", (html) => expect(feedsOf(html)).toEqual([]))

  it.each([
    '<link rel="alternate" type="application/json" href="/feed.json">',
    '<link rel="feed" href="/feed.json">',
    '<body><link rel="alternate" type="text/xml" href="feed:https://example.com/feed.json">',
  ])("name a feed: %s", (html) => expect(feedsOf(html)).toEqual(["https://example.com/feed.json"]))

  it("are bounded", () => {
    expect(feedsOf('<link rel="alternate" type="text/xml" href="/a">'.repeat(500))).toHaveLength(50)
  })
})

describe("the links of a page", () => {
  it.each([
    "feed",
    "/feed/",
    "/rss",
    "rss.xml",
    "/atom.xml",
    "index.xml",
    "/index.rdf",
    "feed.json",
    "/feeds/posts/default",
    "/?feed=rss2",
    "/blog?format=rss",
    "https://feeds.example.org/name",
    "/rss/news.xml",
    "?feed=atom",
  ])("%s looks like a feed", (href) => expect(anchorsOf(`<a href="${href}">x</a>`)).toHaveLength(1))

  it.each([
    "/about",
    "/feedback",
    "/newsfeed-help.html",
    "/rss-explained/",
    "#feed",
    "/sitemap.xml",
    "mailto:feed@a.b",
  ])("%s does not", (href) => expect(anchorsOf(`<a href="${href}">x</a>`)).toEqual([]))
})

it("reads what else tells of the feeds", () => {
  const html = `<link rel=canonical href="/channel/UC1"><meta name="Generator" content="WordPress 6.8">
    <meta itemprop="channelId" content="UC2"><meta property="og:platform" content="PeerTube">`
  const page = readPage(html, PAGE)
  expect(page.canonicalUrl).toBe("https://example.com/channel/UC1")
  expect(page.generator).toBe("WordPress 6.8")
  expect(page.meta.get("channelid")).toBe("UC2")
  expect(readPage('<div id="mastodon">', PAGE).generator).toBe("Mastodon")
  expect(readPage("", PAGE)).toEqual({
    title: null,
    generator: "",
    canonicalUrl: null,
    feeds: [],
    anchors: [],
    meta: new Map(),
  })
})
