import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { inlineChapters } from "../chapters/inlineChapters.ts"
import { atom, read, readOne, rss, rssItem } from "./testing/read.ts"
import { contentSource } from "./text/texts.ts"

it("reads the lines of a text in a time that grows with its length", () => {
  const hostile = (size: number) => `a${" ".repeat(size)}b`
  const work = (value: string) => contentSource({ kind: "words", value, base: null, language: null })
  expect(measureGrowth(hostile, work, 10_000)).toBeLessThan(GROWTH_MAX)
  expect(work(" a \r\n  b\n \n c ")).toBe("<p>a<br>b</p><p>c</p>")
})

describe("titles", () => {
  it("that are only a picture are its alternative text", () => {
    const title = (html: string) => readOne(rssItem(`<title><![CDATA[${html}]]></title><guid>1</guid>`)).title
    expect(title('<img src="a.png" alt="Sun &amp; sea">')).toBe("Sun & sea")
    expect(title("<a href='/'><img alt='Sea' src='a.png'/></a>")).toBe("Sea")
    expect(title('<img src="a.png">')).toBeNull()
    expect(title('Words <img src="a.png" alt="Sea">')).toBe("Words")
  })

  it("are searched for pictures in a time that grows with their length", () => {
    const work = (html: string) => readOne(rssItem(`<title>${html}</title>`))
    expect(measureGrowth((size) => '&lt;img a="" '.repeat(size), work, 2_000)).toBeLessThan(GROWTH_MAX)
  })

  it.each([
    ["AT&amp;T", "AT&T"],
    ["AT&amp;amp;T", "AT&T"],
    ["AT & T", "AT & T"],
    ["Caf&eacute; &#8211; &#x2013; &nbsp;bar", "Café – – bar"],
    ["&lt;b&gt;Bold&lt;/b&gt; title", "Bold title"],
    ["&amp;lt;b&amp;gt;Bold&amp;lt;/b&amp;gt;", "Bold"],
    ["<![CDATA[<i>In</i> CDATA &amp; more]]>", "In CDATA & more"],
    ["<![CDATA[<![CDATA[Twice]]>]]>", "Twice"],
    ["&lt;![CDATA[Escaped]]&gt;", "Escaped"],
    ["History of the &lt;blink&gt; tag", "History of the <blink> tag"],
    ["Vec&lt;T&gt; in &lt;b&gt;Rust&lt;/b&gt;", "Vec<T> in Rust"],
    ["1 &lt; 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["  many\n  spaces\t here ", "many spaces here"],
    ["<b>Naked</b> markup", "Naked markup"],
    ["?a=1&copy=2 &amp; done", "?a=1&copy=2 & done"],
    ["\u200bzero\u00adwidth", "zerowidth"],
  ])("in RSS, %s is %s", (source, title) => expect(readOne(rssItem(`<title>${source}</title>`)).title).toBe(title))

  it.each([
    ['type="text"', "a &lt;b&gt; c", "a <b> c"],
    ["", "a &lt;b&gt;b&lt;/b&gt;", "a <b>b</b>"],
    ['type="html"', "a &lt;b&gt;c&lt;/b&gt; &amp;amp; d", "a c & d"],
    ['type="html"', "<![CDATA[a <b>c</b>]]>", "a c"],
    ['type="html"', "1 &amp;lt; 2", "1 < 2"],
    ['type="xhtml"', '<div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b> &lt;d&gt;</div>', "a c <d>"],
    ['type="xhtml"', "a &lt;b&gt;c&lt;/b&gt;", "a c"],
    ['type="application/octet-stream"', "PHA+VGl0bGU8L3A+", "Title"],
  ])("in Atom, %s %s is %s", (attributes, source, title) =>
    expect(readOne(atom(`<entry><title ${attributes}>${source}</title></entry>`)).title).toBe(title),
  )

  it.each([
    ['mode="escaped" type="text/html"', "&lt;b&gt;T&lt;/b&gt;", "T"],
    ['mode="escaped" type="text/plain"', "a &lt; b", "a < b"],
    ['mode="base64"', "VGl0bGU=", "Title"],
    ['mode="xml"', "<b>T</b>", "T"],
    ["", "<b>T</b>", "T"],
  ])("in Atom 0.3, %s %s is %s", (attributes, source, title) => {
    const text = `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title ${attributes}>${source}</title></entry></feed>`
    expect(readOne(text).title).toBe(title)
  })
})

describe("words and content", () => {
  it("takes the teaser from the content where there is none", () => {
    const item = readOne(rssItem("<content:encoded><![CDATA[<p>One</p><p>two</p>]]></content:encoded>"))
    expect(item).toMatchObject({ summary: "One two", contentHtml: "<p>One</p><p>two</p>" })
  })

  it("keeps both where there are both", () => {
    const item = readOne(
      rssItem("<description>Teaser</description><content:encoded>&lt;p&gt;All&lt;/p&gt;</content:encoded>"),
    )
    expect(item).toMatchObject({ summary: "Teaser", contentHtml: "<p>All</p>" })
  })

  it("takes a description with markup for the article", () => {
    expect(readOne(rssItem("<description>&lt;p&gt;All&lt;/p&gt;</description>"))).toMatchObject({
      summary: "All",
      contentHtml: "<p>All</p>",
    })
    expect(readOne(rssItem("<description>Short words</description>"))).toMatchObject({
      summary: "Short words",
      contentHtml: null,
    })
  })

  it("unescapes an article that was escaped twice", () => {
    const item = readOne(rssItem("<description>&amp;lt;p&amp;gt;All&amp;lt;/p&amp;gt;</description>"))
    expect(item).toMatchObject({ summary: "All", contentHtml: "<p>All</p>" })
  })

  it("tells two texts of equal rank by their order and length", () => {
    expect(readOne(rssItem("<summary>Summary</summary><description>Described</description>"))).toMatchObject({
      summary: "Summary",
      contentHtml: "Described",
    })
    const long = "All of it. ".repeat(20)
    expect(readOne(rssItem(`<description>${long}</description><summary>Short</summary>`))).toMatchObject({
      summary: "Short",
    })
  })

  it("reads markup that nobody escaped", () => {
    const item = readOne(rssItem('<description>One<br>two <a href="/x">three</a></description>'))
    expect(item.summary).toBe("One two three")
    expect(item.contentHtml).toContain('One<br />two <a href="http://example.org/x"')
  })

  it("never shows what it must not", () => {
    const item = readOne(
      rssItem(
        "<title>&lt;script&gt;x()&lt;/script&gt;T</title><description>&lt;p onclick='x()'&gt;a&lt;script&gt;x()&lt;/script&gt;</description>",
      ),
    )
    expect(item).toMatchObject({ title: "T", summary: "a", contentHtml: "<p>a</p>" })
  })

  it("prefers Atom's content in HTML where it stands there twice", () => {
    const item = readOne(
      atom('<entry><content type="text">words</content><content type="html">&lt;p&gt;all&lt;/p&gt;</content></entry>'),
    )
    expect(item.contentHtml).toBe("<p>all</p>")
  })

  it("takes content outside the document for a link or a file", () => {
    expect(readOne(atom('<entry><content src="/page.html" type="text/html"/></entry>'))).toMatchObject({
      link: "http://example.org/page.html",
      contentHtml: null,
    })
    expect(readOne(atom('<entry><content src="/a.mp4" type="video/mp4"/></entry>')).enclosures).toMatchObject([
      { url: "http://example.org/a.mp4" },
    ])
  })
})

describe("addresses", () => {
  it.each([
    ["<link>http://example.com/a</link>", "http://example.com/a"],
    ["<link>http://example.com</link>", "http://example.com"],
    ["<link>  /a b  </link>", "http://example.org/a%20b"],
    ["<link><![CDATA[http://example.com/?a=1&b=2]]></link>", "http://example.com/?a=1&b=2"],
    ["<link>http://example.com/?a=1&b=2</link>", "http://example.com/?a=1&b=2"],
    ["<link>http://example.com/a?utm_source=rss&amp;b=2</link>", "http://example.com/a?b=2"],
    ["<link>feed://example.com/a</link>", "http://example.com/a"],
    ["<link>//example.com/a</link>", "http://example.com/a"],
    ["<link>http://exämple.com/ü</link>", "http://xn--exmple-cua.com/%C3%BC"],
    ["<link>www.example.com/a</link>", "http://www.example.com/a"],
    ["<link><![CDATA[http://example.com/?a=1&amp;b=2&#038;c=3]]></link>", "http://example.com/?a=1&b=2&c=3"],
    ["<link>javascript:alert(1)</link>", null],
    ["<guid>http://example.com/g</guid>", "http://example.com/g"],
    ['<guid isPermaLink="false">http://example.com/g</guid>', null],
    ["<guid>http://example.com/g</guid><link>http://example.com/a</link>", "http://example.com/a"],
    ['<link/><atom:link href="http://example.com/a"/>', "http://example.com/a"],
    ['<atom:link rel="self" href="http://example.com/s"/><link>http://example.com/a</link>', "http://example.com/a"],
    ["<image><link>http://example.com/i</link></image>", null],
  ])("%s leads to %s", (fields, link) => expect(readOne(rssItem(fields)).link).toBe(link))

  it.each([
    ["example.org/post", "http://example.org/post"],
    ["EXAMPLE.org/post?a=1", "http://example.org/post?a=1"],
    ["example.org", "http://example.org"],
    ["example.org:8080/post", "http://example.org:8080/post"],
    ["example.organic/post", "http://example.org/blog/example.organic/post"],
    ["blog.example.org/post", "http://blog.example.org/post"],
    ["notexample.org/post", "http://example.org/blog/notexample.org/post"],
    ["other.example/post", "http://example.org/blog/other.example/post"],
    ["post.html", "http://example.org/blog/post.html"],
  ])("reads %s, which has no scheme, as %s", (written, link) => {
    expect(readOne(rssItem(`<link>${written}</link>`)).link).toBe(link)
  })

  it("lead to the site's own pages where neither the site nor its items write a scheme", () => {
    const feed = read(
      rss(
        '<link>www.example.org/blog</link><item><link>example.org/blog/1</link><description>&lt;a href="example.org/2"&gt;x&lt;/a&gt;</description></item>',
      ),
    )
    expect(feed.link).toBe("http://www.example.org/blog")
    expect(feed.items[0]?.link).toBe("http://example.org/blog/1")
    expect(feed.items[0]?.contentHtml).toContain('href="http://example.org/2"')
  })

  it("lead to the site even if another host serves the feed and nothing in it has a scheme", () => {
    const feed = (channelLink: string) =>
      read(rss(`<link>${channelLink}</link><item><link>www.site.example/1</link></item>`), "http://feeds.example/x")
    expect(feed("site.example/")).toMatchObject({
      link: "http://site.example/",
      items: [{ link: "http://www.site.example/1" }],
    })
    expect(feed("index.html").link).toBe("http://feeds.example/index.html")
  })

  it("leave an identifier alone that is no permalink, and resolve one that may be", () => {
    const guid = (attribute: string) =>
      readOne(rss(`<item xml:base="http://example.org/base/"><guid${attribute}>post/1</guid></item>`)).guid
    expect(guid(' isPermaLink="false"')).toBe("post/1")
    expect(guid("")).toBe("http://example.org/base/post/1")
  })

  it("chooses Atom's page among its links", () => {
    const item = readOne(
      atom(`<entry><link rel="self" href="/s"/><link rel="alternate" type="application/json" href="/j"/>
        <link rel="http://www.iana.org/assignments/relation/alternate" type="text/html" href="/a"/><link rel="enclosure" href="/e.mp3"/></entry>`),
    )
    expect(item.link).toBe("http://example.org/a")
  })

  it("follows xml:base through every level, and the document's own address above it", () => {
    const item = readOne(
      atom(
        `<entry xml:base="entry/"><link href="page"/><id>relative</id>
          <content type="xhtml" xml:base="../c/"><div xmlns="http://www.w3.org/1999/xhtml"><a href="x">x</a><p xml:base="http://other.example/"><a href="y">y</a></p></div></content></entry>`,
        'xml:base="/root/"',
      ),
    )
    expect(item).toMatchObject({
      link: "http://example.org/root/entry/page",
      guid: "http://example.org/root/entry/relative",
    })
    expect(item.contentHtml).toContain('href="http://example.org/root/c/x"')
    expect(item.contentHtml).toContain('href="http://other.example/y"')
  })

  it("pays no heed to a base that is no web address", () => {
    expect(readOne(atom('<entry xml:base="javascript:x"><link href="a"/></entry>')).link).toBe(
      "http://example.org/blog/a",
    )
  })

  it("resolves RSS against the item's page, else the site", () => {
    const item = readOne(
      rss(
        '<link>http://site.example/</link><item><link>/post/1</link><description>&lt;img src="a.png"&gt;</description></item>',
      ),
      "http://feeds.example/x",
    )
    expect(item).toMatchObject({ link: "http://site.example/post/1", imageUrl: "http://site.example/post/a.png" })
  })

  it("uses the original of a link that was rewritten to count readers", () => {
    const text =
      '<rss xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel><item><link>http://feedproxy.example/~r/1</link><feedburner:origLink>http://example.com/1</feedburner:origLink></item></channel></rss>'
    expect(readOne(text).link).toBe("http://example.com/1")
  })
})

it("keeps the words of a teaser behind elements that were closed in place", () => {
  expect(
    readOne(rssItem('<description>&lt;script src="x"/&gt;words&lt;iframe src="y"/&gt; here</description>')).summary,
  ).toBe("words here")
})

describe("people", () => {
  it("takes authors from the fields that name them, best first", () => {
    expect(readOne(rssItem("<dc:creator>B</dc:creator><author>a@example.com (A)</author>")).author).toBe("A")
    expect(readOne(rssItem("<dc:creator>A</dc:creator><dc:creator>B</dc:creator>")).author).toBe("A, B")
    expect(readOne(rssItem("<itunes:author>A</itunes:author>")).author).toBe("A")
  })

  it("takes a proper name before an address in a better field, and an address where nothing else is", () => {
    const mail = "<author>a@example.com</author>"
    expect(readOne(rssItem(`${mail}<dc:creator>Jane Doe</dc:creator>`)).author).toBe("Jane Doe")
    expect(readOne(rssItem(mail)).author).toBe("a")
    expect(readOne(rssItem(`${mail}<dc:creator>b@example.com</dc:creator>`)).author).toBe("a")
  })

  it("shows no address in public that stands in place of a name", () => {
    const entry = (author: string) => readOne(atom(`<entry><author>${author}</author></entry>`))
    const jane = [{ name: null, email: "jane@example.com", url: null }]
    for (const author of [
      "<name>jane@example.com</name><email>jane@example.com</email>",
      "<name>jane@example.com</name>",
    ])
      expect(entry(author)).toMatchObject({ author: "jane", authors: jane })
  })

  it("shows no address in public that a JSON Feed gives as a name", () => {
    const authors = [{ name: "jane@example.com" }, { name: "Jo", url: "/jo" }, { url: "/x" }, {}]
    const feed = { version: "https://jsonfeed.org/version/1.1", items: [{ id: "1", authors }] }
    expect(readOne(JSON.stringify(feed)).authors).toEqual([
      { name: null, email: "jane@example.com", url: null },
      { name: "Jo", email: null, url: "http://example.org/jo" },
      { name: null, email: null, url: "http://example.org/x" },
    ])
  })

  it("gives an Atom entry its source's author, else its feed's", () => {
    const feed = read(
      atom(`<author><name>Feed</name></author><entry><title>1</title></entry>
        <entry><title>2</title><source><author><name>Source</name></author></source></entry>
        <entry><title>3</title><author><name>Own</name><email>o@example.com</email><uri>/o</uri></author></entry>`),
    )
    expect(feed.items.map(({ author }) => author)).toEqual(["Feed", "Source", "Own"])
    expect(feed.items[2]?.authors).toEqual([{ name: "Own", email: "o@example.com", url: "http://example.org/o" }])
  })
})

describe("moments", () => {
  it("are published and updated, each by its own fields", () => {
    expect(
      readOne(atom("<entry><published>2004-01-01</published><updated>2004-01-02</updated></entry>")),
    ).toMatchObject({
      publishedAt: "2004-01-01T00:00:00.000Z",
      updatedAt: "2004-01-02T00:00:00.000Z",
    })
    expect(readOne(rssItem("<pubDate>garbage</pubDate><dc:date>2004-01-01</dc:date>"))).toMatchObject({
      publishedAt: "2004-01-01T00:00:00.000Z",
    })
    expect(readOne(atom("<entry><updated>2004-01-02</updated></entry>")).publishedAt).toBe("2004-01-02T00:00:00.000Z")
  })

  it("that no item can have are none", () => {
    expect(readOne(rssItem("<pubDate>0001-01-01T00:00:00Z</pubDate>")).publishedAt).toBeNull()
    expect(read(rssItem("<pubDate>soon</pubDate>")).problems).toContain("unreadable-date")
  })

  it("have names in the feed's language", () => {
    expect(readOne(rss("<language>pl</language><item><pubDate>5 lis 2020 10:00</pubDate></item>")).publishedAt).toBe(
      "2020-11-05T10:00:00.000Z",
    )
  })
})

describe("media", () => {
  it("gathers files of every vocabulary, each once", () => {
    const item = readOne(
      rssItem(`<enclosure url="/a.mp3" type="audio/mpeg" length="12"/><enclosure url="/b.MP4"/><enclosure url="/a.mp3"/>
        <media:group><media:content url="/c.webm" medium="video" fileSize="7" duration="75"/><media:content url="/p.jpg" type="image/jpeg"/></media:group>
        <media:content url="/player.swf" type="application/x-shockwave-flash"/>`),
    )
    expect(item.enclosures).toEqual([
      { url: "http://example.org/a.mp3", type: "audio/mpeg", lengthBytes: 12 },
      { url: "http://example.org/b.MP4", type: "video/mp4", lengthBytes: null },
      { url: "http://example.org/c.webm", type: "video/webm", lengthBytes: 7 },
    ])
    expect(item).toMatchObject({ imageUrl: "http://example.org/p.jpg", durationSeconds: 75 })
  })

  it.each([
    [
      '<media:thumbnail url="/s.jpg" width="100"/><media:thumbnail url="/l.jpg" width="900"/>',
      "http://example.org/l.jpg",
    ],
    [
      '<media:content url="/v.mp4" type="video/mp4"><media:thumbnail url="/t.jpg"/></media:content>',
      "http://example.org/t.jpg",
    ],
    ['<enclosure url="/e.jpg" type="image/jpeg"/><itunes:image href="/i.jpg"/>', "http://example.org/e.jpg"],
    ['<itunes:image href="/i.jpg"/>', "http://example.org/i.jpg"],
    ["<image><url>/u.jpg</url></image>", "http://example.org/u.jpg"],
    [
      "<description>&lt;img src='/t.gif' width='1' height='1'&gt;&lt;img src='/d.jpg'&gt;</description>",
      "http://example.org/d.jpg",
    ],
    ["<title>none</title>", null],
  ])("%s has the picture %s", (fields, imageUrl) => expect(readOne(rssItem(fields)).imageUrl).toBe(imageUrl))

  it.each([
    ["3725", 3_725],
    ["62:05", 3_725],
    ["1:02:05", 3_725],
    ["0", null],
    ["soon", null],
  ])("%s lasts %s seconds", (text, seconds) =>
    expect(readOne(rssItem(`<itunes:duration>${text}</itunes:duration>`)).durationSeconds).toBe(seconds),
  )

  it("reads a podcast's transcript and chapters, timed ones first", () => {
    const item = readOne(
      rssItem(`<podcast:transcript url="/t.txt" type="text/plain"/><podcast:transcript url="/t.srt" type="application/srt"/>
        <podcast:transcript url="/t.vtt" type="text/vtt"/><podcast:chapters url="/c.json" type="application/json+chapters"/>`),
    )
    expect(item).toMatchObject({ transcriptUrl: "http://example.org/t.vtt", chaptersUrl: "http://example.org/c.json" })
  })

  it("reads chapters that stand in the feed itself", () => {
    const item = readOne(
      rssItem(`<psc:chapters xmlns:psc="http://podlove.org/simple-chapters" version="1.2">
        <psc:chapter start="00:00:00.000" title=" The  start"/><psc:chapter start="1:02:03.5" title="Later" href="/more"/>
        <psc:chapter start="soon" title="Never"/><psc:chapter start="65"/></psc:chapters>`),
    )
    expect(inlineChapters(item.chaptersUrl ?? "")).toEqual([
      { startSeconds: 0, title: "The start", url: null },
      { startSeconds: 3723.5, title: "Later", url: "http://example.org/more" },
    ])
  })

  it.each([
    ["<link>https://www.youtube.com/watch?v=dQw4w9WgXcQ</link>", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"],
    ['<media:player url="https://player.vimeo.com/video/123456"/>', "https://vimeo.com/123456"],
    [
      "<description>&lt;iframe src='https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0'&gt;&lt;/iframe&gt;</description>",
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    ],
    ["<link>http://example.com/</link>", null],
  ])("%s shows the video %s", (fields, videoUrl) => expect(readOne(rssItem(fields)).videoUrl).toBe(videoUrl))
})

describe("tags and language", () => {
  it("[S5-025] strips a leading # from tags", () => {
    const item = readOne(
      rssItem(
        "<category>#Climate</category><category>climate</category><category>C#</category><category> # </category>",
      ),
    )
    expect(item.tags).toEqual(["Climate", "C#"])
  })

  it("gathers tags once each, as plain words", () => {
    const item = readOne(
      rssItem(`<category>R&amp;amp;D</category><category>r&amp;d</category><category term="t" label="Label"/><dc:subject>S</dc:subject>
        <itunes:keywords>one, two</itunes:keywords><media:category>http://search.yahoo.com/mrss/category</media:category>`),
    )
    expect(item.tags).toEqual(["R&D", "Label", "S", "one", "two"])
  })

  it("takes the nearest language", () => {
    const feed = read(
      atom(
        '<entry><title>1</title></entry><entry xml:lang="FR-ca"><title>2</title></entry><entry><content xml:lang="de">x</content></entry><entry xml:lang=""><title>4</title></entry>',
        'xml:lang="en"',
      ),
    )
    expect(feed.language).toBe("en")
    expect(feed.items.map(({ language }) => language)).toEqual(["en", "fr-ca", "de", null])
  })
})
