import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseFeed, parseFeedAgain } from "./parseFeed.ts"
import { atom, DOCUMENT_URL, read, readOne, refusal, rss, rssItem } from "./testing/read.ts"

describe("formats", () => {
  it.each([
    ['<rss version="2.0"><channel><title>T</title></channel></rss>', "rss", "2.0"],
    ['<RSS VERSION="0.91"><CHANNEL><TITLE>T</TITLE></CHANNEL></RSS>', "rss", "0.91"],
    ["<rss><title>T</title></rss>", "rss", null],
    [atom("<title>T</title>"), "atom", "1.0"],
    ['<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title></a:feed>', "atom", "1.0"],
    ['<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title></feed>', "atom", "0.3"],
    [
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>T</title></channel></rdf:RDF>',
      "rdf",
      "1.0",
    ],
    [
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title></channel></r:RDF>',
      "rdf",
      "0.90",
    ],
    ['<CHANNEL HREF="http://example.com/"><TITLE>T</TITLE></CHANNEL>', "rss", null],
    ['{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[]}', "json", "1.1"],
    ['{"version":"https://jsonfeed.org/version/1","title":"T"}', "json", "1.0"],
    ['\ufeff  {"title":"T","items":[{"id":1}]}', "json", null],
  ])("%s", (text, format, version) => expect(read(text)).toMatchObject({ title: "T", format, version }))

  it("takes items beside the channel, as RSS 1.0 has them", () => {
    const feed =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="http://example.org/"><title>T</title><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items></channel>
      <image><url>/logo.png</url><link>http://example.org/image</link></image>
      <item rdf:about="http://example.org/1"><title>One</title><link>http://example.org/1?a=1&amp;b=2</link></item>
    </rdf:RDF>`)
    expect(feed).toMatchObject({ iconUrl: "http://example.org/logo.png", link: null })
    expect(feed.items).toMatchObject([
      { guid: "http://example.org/1", link: "http://example.org/1?a=1&b=2", title: "One" },
    ])
  })
})

describe("JSON Feed", () => {
  const feed = (fields: object, item: object): string =>
    JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "T", ...fields, items: [item] })

  it("reads an item whole", () => {
    const text = feed(
      {
        home_page_url: "/",
        feed_url: "feed.json",
        icon: "i.png",
        language: "en",
        authors: [{ name: "A" }],
        hubs: [{ type: "WebSub", url: "https://hub.example/" }],
      },
      {
        id: 7,
        url: "/7",
        title: "AT&amp;T",
        content_html: '<p>Hi <a href="b">b</a></p>',
        date_published: "2024-01-05T10:00:00+01:00",
        tags: ["x", "X", "y"],
        attachments: [{ url: "a.mp3", mime_type: "audio/mpeg", size_in_bytes: 5, duration_in_seconds: 61.4 }],
      },
    )
    const read_ = read(text)
    expect(read_).toMatchObject({
      link: "http://example.org/",
      selfUrl: "http://example.org/blog/feed.json",
      hubs: ["https://hub.example/"],
    })
    expect(read_.items).toMatchObject([
      {
        guid: "7",
        link: "http://example.org/7",
        title: "AT&T",
        summary: "Hi b",
        author: "A",
        publishedAt: "2024-01-05T09:00:00.000Z",
        tags: ["x", "y"],
        durationSeconds: 61,
        enclosures: [{ url: "http://example.org/blog/a.mp3", type: "audio/mpeg", lengthBytes: 5 }],
      },
    ])
    expect(read_.items[0]?.contentHtml).toContain('href="http://example.org/b"')
  })

  it("shows plain text as it is, in paragraphs", () => {
    const item = readOne(feed({}, { id: "1", content_text: "a < b\nc\n\nd <b>" }))
    expect(item).toMatchObject({ contentHtml: "<p>a &lt; b<br />c</p><p>d &lt;b&gt;</p>", summary: "a < b c d <b>" })
  })

  it("survives values of other types", () => {
    const text = JSON.stringify({
      version: "https://jsonfeed.org/version/1",
      title: 5,
      items: [null, 3, "x", { id: null, url: {}, tags: "t" }, { id: "2", title: ["x"] }],
    })
    expect(read(text).format).toBe("json")
  })
})

describe("what is no feed", () => {
  it.each([
    ["", "empty"],
    [" \n ", "empty"],
    ["<!DOCTYPE html><html><head><title>x</title></head><body></body></html>", "page"],
    [
      '<html><body><pre>&lt;rss></pre><script>var a = "<rss><channel><title>x</title></channel></rss>"</script></body></html>',
      "page",
    ],
    ['{"a":1}', "json"],
    ["[1]", "json"],
    ['{"title":"x", items', "json"],
    ['<opml version="2.0"><body/></opml>', "opml"],
    ["<note><to>x</to></note>", "other-xml"],
    ["<feed><food>hay</food></feed>", "other-xml"],
    ['<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description/></rdf:RDF>', "other-xml"],
    ["just words", "unknown"],
  ])("%s is refused as %s", (text, reason) => expect(refusal(text)).toBe(reason))

  it("says so in a sentence's name", () => {
    const failed = Result.getOrThrow(Result.flip(parseFeed({ text: "", url: DOCUMENT_URL, contentType: null })))
    expect(failed).toMatchObject({ _tag: "NotAFeed", url: DOCUMENT_URL, messageKey: "feeds.notAFeed.empty" })
  })

  it.each([
    "<!DOCTYPE html><rss version='2.0'><channel><title>T</title></channel></rss>",
    '<!doctype html>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title></feed>',
  ])("takes a feed without items for one behind the document type of a page: %s", (text) => {
    expect(read(text)).toMatchObject({ title: "T", items: [] })
  })

  it("believes the document before its type", () => {
    expect(refusal(rss("<title>T</title>"), "application/json")).toBe("read")
    expect(refusal('{"version":"https://jsonfeed.org/version/1","items":[]}', "text/xml")).toBe("read")
  })
})

describe("the second reading by feedparser", () => {
  const again = (text: string) => parseFeedAgain({ text, url: DOCUMENT_URL, contentType: null })
  const DAMAGED = `<rss version="2.0"><chanel><title>T</title><link>http://site.example/</link><x>
    <item><title>One &amp;amp; two</title><guid isPermaLink="false">1</guid><link>/1</link><author>a@b.example (Jo)</author>
      <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><category>#Tag</category>
      <description>&lt;p onclick="x()"&gt;Text&lt;script&gt;x&lt;/script&gt; &lt;a href="2"&gt;l&lt;/a&gt;&lt;/p&gt;</description>
      <enclosure url="/a.mp3" type="audio/mpeg" length="12"/></item></x></chanel></rss>`

  it("finds the items of a document whose structure is damaged, cleaned by the same rules", async () => {
    expect(read(DAMAGED).items).toEqual([])
    const feed = await again(DAMAGED)
    if (typeof feed === "string") throw new Error(feed)
    expect(feed.problems).toContain("malformed-xml")
    expect(feed.items).toMatchObject([
      {
        guid: "1",
        title: "One & two",
        author: "Jo",
        publishedAt: "2004-01-01T19:48:21.000Z",
        tags: ["Tag"],
        enclosures: [{ type: "audio/mpeg", lengthBytes: 12 }],
      },
    ])
    expect(feed.items[0]?.contentHtml).toMatch(/^<p>Text <a href="http:[^"]*2" rel="[^"]*">l<\/a><\/p>$/)
  })

  it("tells documents without items from those that are not worth offering", async () => {
    expect(await again("<note><item/></note>")).toBe("no-items")
    expect(await again("<html><body>items</body></html>")).toBe("not-offered")
    expect(await again("")).toBe("not-offered")
  })

  it("keeps at most as many items as our own", async () => {
    const feed = await again(`<rss><x>${"<item><title>a</title></item>".repeat(400)}</x></rss>`)
    expect(typeof feed === "string" ? feed : feed.items.length).toBe(300)
  })
})

describe("bytes", () => {
  it("decodes them first, and tells of a wrong label", () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="utf-16"?><rss><channel><title>Ünï</title></channel></rss>',
      "utf8",
    )
    const feed = Result.getOrThrow(parseFeed({ bytes, url: DOCUMENT_URL, contentType: "text/xml" }))
    expect(feed.title).toBe("Ünï")
    expect(feed.problems).toContain("charset-mismatch")
  })
})

describe("a channel", () => {
  it("reads what describes the feed", () => {
    const feed = read(
      rss(`<title>T</title><link>/site</link><description>&lt;b&gt;About&lt;/b&gt; us</description><language>de_AT</language>
        <ttl>90</ttl><lastBuildDate>Thu, 01 Jan 2004 19:48:21 GMT</lastBuildDate><managingEditor>me@example.com (Me)</managingEditor>
        <category>News</category><category>news</category><image><url>logo.png</url></image>
        <atom:link rel="self" href="http://example.org/feed"/><atom:link rel="hub" href="http://hub.example.org/"/>`),
    )
    expect(feed).toEqual({
      format: "rss",
      version: "2.0",
      title: "T",
      description: "About us",
      link: "http://example.org/site",
      selfUrl: "http://example.org/feed",
      iconUrl: "http://example.org/logo.png",
      language: "de-AT",
      author: "Me",
      authors: [{ name: "Me", email: "me@example.com", url: null }],
      categories: ["News"],
      updatedAt: "2004-01-01T19:48:21.000Z",
      hubs: ["http://hub.example.org/"],
      ttlMinutes: 90,
      podcast: false,
      items: [],
      problems: ["relative-address"],
    })
  })

  it("keeps its image's fields to the image", () => {
    const feed = read(
      rss(
        "<title>T</title><image><title>I</title><link>http://example.org/i</link><url>http://example.org/i.png</url></image>",
      ),
    )
    expect(feed).toMatchObject({ title: "T", link: null, iconUrl: "http://example.org/i.png" })
  })

  it("turns a period and a frequency into minutes", () => {
    const sy = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"'
    const text = `<rss ${sy}><channel><title>T</title><sy:updatePeriod> daily </sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency></channel></rss>`
    expect(read(text).ttlMinutes).toBe(360)
  })

  it("knows a podcast by its fields and its sound", () => {
    const sound = '<item><enclosure url="http://example.org/a.mp3" type="audio/mpeg" length="5"/></item>'
    expect(read(rss(`<itunes:author>A</itunes:author>${sound}`)).podcast).toBe(true)
    expect(read(rss(sound)).podcast).toBe(false)
    expect(read(rss("<itunes:author>A</itunes:author><item/>")).podcast).toBe(false)
  })

  it("reports a title and items that are missing", () => {
    expect(read(rss("<item><title>x</title></item>")).problems).toEqual(["missing-title", "missing-identity"])
  })
})

describe("namespaces", () => {
  it("go by address, whatever the prefix", () => {
    const text = `<x:rss xmlns:x="http://purl.org/rss/1.0/" xmlns:y="http://purl.org/dc/elements/1.1/" xmlns:title="http://example.org/other">
      <x:channel><x:item><title:title>wrong</title:title><y:creator>Right</y:creator><x:title>Right</x:title></x:item></x:channel></x:rss>`
    expect(readOne(text)).toMatchObject({ title: "Right", author: "Right" })
  })

  it("are guessed from the usual prefix where nobody declared it", () => {
    const item = readOne(
      "<rss><channel><item><dc:creator>A</dc:creator><content:encoded>&lt;p&gt;x&lt;/p&gt;</content:encoded></item></channel></rss>",
    )
    expect(item).toMatchObject({ author: "A", contentHtml: "<p>x</p>" })
  })

  it.each([
    "http://www.w3.org/2005/Atom/1.1",
    "http://purl.org/atom/ns#draft-ietf-atompub-format-05",
    "http://purl.org/rss/1.2/",
    "http://backend.userland.com/rss093",
    "http://my.netscape.com/publish/formats/rss-0.92.dtd",
  ])("of a version of RSS or Atom that nobody listed are those of core: %s", (address) => {
    const text = `<x:rss xmlns:x="${address}"><x:channel><x:title>T</x:title><x:item><x:title>One</x:title><x:link>http://example.com/1</x:link></x:item></x:channel></x:rss>`
    expect(read(text).title).toBe("T")
    expect(readOne(text)).toMatchObject({ title: "One", link: "http://example.com/1" })
  })

  it("of a module of RSS are not those of core", () => {
    const other = 'xmlns:o="http://purl.org/rss/1.0/modules/unheard-of/"'
    expect(readOne(rssItem(`<title>Right</title><o:title ${other}>Wrong</o:title>`)).title).toBe("Right")
  })

  it("of other vocabularies never stand for ours", () => {
    const item = readOne(
      rssItem(
        '<title>Right</title><media:title>Wrong</media:title><o:title xmlns:o="http://example.org/o">Wrong</o:title><itunes:title>Wrong</itunes:title>',
      ),
    )
    expect(item.title).toBe("Right")
  })

  it("on the root that nobody knows do not hide RSS", () => {
    expect(read('<rss xmlns="http://example.org/own"><channel><title>T</title></channel></rss>').title).toBe("T")
    const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/one/"'
    expect(read(`<rdf:RDF ${rdf}><channel><title>T</title></channel></rdf:RDF>`).title).toBe("T")
  })
})

describe("limits", () => {
  it("keeps the newest 300 items, in the document's order", () => {
    const item = (day: number): string =>
      `<item><title>${day}</title><guid>${day}</guid><pubDate>${new Date(day * 86_400_000 * 20).toUTCString()}</pubDate></item>`
    const days = Array.from({ length: 400 }, (_, at) => ((at * 7) % 400) + 100)
    const feed = read(rss(`<title>T</title>${days.map(item).join("")}`))
    expect(feed.problems).toContain("too-many-items")
    expect(feed.items.map(({ guid }) => Number(guid))).toEqual(days.filter((day) => day >= 200))
  })

  it("lists an item once that stands there twice, word for word", () => {
    const item = "<item><title>A</title><guid>1</guid><link>http://example.org/1</link></item>"
    expect(read(rss(item + item)).items).toHaveLength(1)
  })

  it("cuts titles and summaries between words", () => {
    const item = readOne(
      rssItem(`<title>${"word ".repeat(400)}</title><description>${"word ".repeat(900)}</description>`),
    )
    expect(item.title?.length).toBeLessThanOrEqual(500)
    expect(item.title).toMatch(/ word…$/)
    expect(item.summary?.length).toBeLessThanOrEqual(1_000)
    expect(item.contentHtml?.length).toBeGreaterThan(4_000)
  })
})

describe("a private feed", () => {
  const feedWith = (block: string) =>
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Members</title>${block}<item><title>One</title><guid>1</guid></item></channel></rss>`
  const reasonOf = (text: string, url = "https://harbour.example/feed") => {
    const read = parseFeed({ url, contentType: null, text })
    return Result.isFailure(read) ? read.failure.reason : null
  }

  it.each([
    ["<itunes:block>Yes</itunes:block>", "private"],
    ["<itunes:block> yes </itunes:block>", "private"],
    ["<podcast:block>yes</podcast:block>", "private"],
    ['<podcast:block id="amazon">yes</podcast:block>', null],
    ["<itunes:block>no</itunes:block>", null],
    ["<item><title>Two</title><itunes:block>yes</itunes:block></item>", null],
    ["", null],
  ])("says so itself: %s", (block, reason) => expect(reasonOf(feedWith(block))).toBe(reason))

  it.each([
    ["https://www.patreon.com/rss/harbour?auth=a1b2&show=1", "private"],
    ["https://api.substack.com/feed/podcast/12/private/a1b2-c3d4.rss", "private"],
    ["https://harbour.supportingcast.fm/rss/a1b2", "private"],
    ["https://feeds.acast.com/private/shows/a1b2", "private"],
    ["https://harbour.substack.com/feed", null],
    ["https://feeds.acast.com/public/shows/a1b2", null],
    ["https://patreon.example/rss/harbour?auth=a1b2", null],
  ])("has an address made for one member: %s", (url, reason) => expect(reasonOf(feedWith(""), url)).toBe(reason))
})
