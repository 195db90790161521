import fc from "fast-check"
import { parseDocument } from "htmlparser2"
import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { CONTENT_LENGTH_MAX } from "../parse/limits.ts"
import { plainText } from "../parse/text/plainText.ts"
import { ALLOWED_TAGS } from "./allowList.ts"
import { sanitiseArticle, sanitiseHtml } from "./sanitiseHtml.ts"

const options = { baseUrl: "https://example.com/posts/one" }
const clean = (html: string): string => sanitiseHtml(html, options)

/** Walks what a browser would see, and names what must not be there. */
const unsafe = (html: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const walk = (node: {
    name?: string
    attribs?: Record<string, string>
    childNodes?: ReadonlyArray<unknown>
    type: string
  }): void => {
    if (node.name !== undefined && !ALLOWED_TAGS.includes(node.name)) found.push(node.name)
    if (["comment", "directive", "cdata"].includes(node.type)) found.push(node.type)
    for (const [name, value] of Object.entries(node.attribs ?? {})) {
      if (/^on|^style$|^id$|^name$|^srcset$|^form|^action|^xlink|^xmlns/.test(name)) found.push(name)
      if (/^(?:href|src|cite|poster)$/.test(name) && !/^(?:https?:\/\/|mailto:|tel:)/.test(value))
        found.push(`${name}=${value}`)
    }
    for (const child of node.childNodes ?? []) walk(child as never)
  }
  walk(parseDocument(html) as never)
  return found.filter((name) => name !== "root")
}

const HOSTILE = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  '<img src="x" ONERROR = "alert(1)"/>',
  "<img/src=x/onerror=alert(1)>",
  '<img src="javascript:alert(1)">',
  '<img """><script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;&#97;vascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.example" style="position:fixed;inset:0">x</a>',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<math><maction actiontype="statusline#http://x" xlink:href="javascript:alert(1)">x</maction></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<xmp><img title="</xmp><img src=x onerror=alert(1)>">',
  '<title><img title="</title><img src=x onerror=alert(1)>">',
  "<!--><img src=x onerror=alert(1)>-->",
  "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<style>@import 'https://evil.example/x.css'</style>",
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<iframe src="https://evil.example/"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example/x.swf"><param name="movie" value="x"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<form action="https://evil.example/"><input name="q"><button formaction="javascript:x">x</button></form>',
  '<video src="javascript:x" onloadstart=x poster="javascript:x"><source src="data:x" onerror=x></video>',
  '<img src="https://a.example/x.png" srcset="javascript:x 1x, https://evil.example/2 2x">',
  '<p id="location" name="cookie">x</p>',
  '<div style="background:url(javascript:x)">x</div>',
  '<td background="javascript:x">x</td>',
  "<isindex type=image src=1 onerror=alert(1)>",
  "<plaintext><img src=x onerror=alert(1)>",
  "<template><img src=x onerror=alert(1)></template>",
  "<details ontoggle=alert(1) open>x</details>",
  "<p title='\"><img src=x onerror=alert(1)>'>x</p>",
  "<a href='https://example.com/\"onmouseover=\"x'>x</a>",
  "<<img src=x onerror=alert(1)>>",
  "<img src=x\u0000onerror=alert(1)>",
  '<p class="embed x">a</p><a class="evil" href="/">b</a>',
]

describe("hostile HTML", () => {
  it.each(HOSTILE)("%s is made safe, and stays what it became", (html) => {
    const safe = clean(html)
    expect(unsafe(safe)).toEqual([])
    expect(clean(safe)).toBe(safe)
  })

  it("is made safe in every mixture", () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(
        ...[
          "<p>",
          "</p>",
          "<b>",
          "<table><tr><td>",
          "</table>",
          "<li>",
          "<math>",
          "<mi>",
          "</math>",
          "<a href='/x'>",
          "</a>",
          "<",
          ">",
          '"',
          "&lt;",
          "&amp;#106;",
        ],
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = clean(pieces.join(""))
        expect(unsafe(safe)).toEqual([])
        expect(clean(safe)).toBe(safe)
      }),
      { numRuns: 2_000 },
    )
  }, 60_000)
})

describe("articles keep what makes them articles", () => {
  it.each([
    "<h2>Title</h2><p>One <strong>two</strong> <em>three</em> <code>four</code></p>",
    '<figure><img src="https://example.com/a.png" alt="A" width="800" height="600" loading="lazy" decoding="async" /><figcaption>Words</figcaption></figure>',
    '<table><caption>C</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<pre><code class="language-ts">const a = 1 &lt; 2</code></pre>',
    '<ol start="3"><li>a</li></ol><dl><dt>t</dt><dd>d</dd></dl>',
    '<blockquote cite="https://example.com/q"><p>q</p></blockquote>',
    "<details><summary>s</summary>d</details>",
    "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>",
    "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>",
    '<p lang="ar" dir="rtl">نص</p><hr /><p>H<sub>2</sub>O<br />x<sup>2</sup></p>',
    '<video src="https://example.com/a.mp4" poster="https://example.com/p.jpg" controls preload="none"></video>',
    '<audio controls preload="none"><source src="https://example.com/a.mp3" type="audio/mpeg" /></audio>',
    '<p><time datetime="2024-01-01">1 January</time> <abbr title="World">W</abbr> <mark>m</mark> <kbd>k</kbd></p>',
  ])("%s", (html) => expect(clean(html)).toBe(html))

  it.each([
    ["<strike>a</strike><tt>b</tt><acronym>c</acronym>", "<s>a</s><code>b</code><abbr>c</abbr>"],
    ["<font color=red>words</font> <blink>more</blink>", "words more"],
    ["a<custom-element>b</custom-element>c", "abc"],
    ["<body><p>x</p></body>", "<p>x</p>"],
    ["<p>open <b>both", "<p>open <b>both</b></p>"],
    ["a & b < c", "a &amp; b &lt; c"],
  ])("%s becomes %s", (html, expected) => expect(clean(html)).toBe(expected))
})

describe("links", () => {
  const rel = 'rel="noopener noreferrer nofollow ugc"'
  it.each([
    ['<a href="/x">x</a>', `<a href="https://example.com/x" ${rel}>x</a>`],
    ['<a href="two#part" target="_blank" rel="me">x</a>', `<a href="https://example.com/posts/two#part" ${rel}>x</a>`],
    ['<a href="#note">1</a>', `<a href="https://example.com/posts/one#note" ${rel}>1</a>`],
    [
      '<a href="https://a.example/?utm_source=x&amp;b=1&amp;fbclid=y">x</a>',
      `<a href="https://a.example/?b=1" ${rel}>x</a>`,
    ],
    ['<a href="mailto:a@example.com">mail</a>', `<a href="mailto:a@example.com" ${rel}>mail</a>`],
    ['<a href="tel:+49-89.123(4)">call</a>', `<a href="tel:+49-89.123(4)" ${rel}>call</a>`],
    ['<a href="tel:*21*1#">call</a>', "call"],
    ['<a name="x">anchor</a>', "anchor"],
    ['<a href="javascript:x">x</a>', "x"],
    ['<a href="https://a.example/"></a>', ""],
  ])("%s becomes %s", (html, expected) => expect(clean(html)).toBe(expected))

  it.each([
    ["<span>", "</span>"],
    ["<span><b>", "</b></span>"],
    ["<figure><div>", "</div></figure>"],
    ["<custom-element>", "</custom-element>"],
  ])("keep a picture that stands inside %s", (before, after) => {
    const article = clean(`<a href="/x">${before}<img src="/a.png">${after}</a>`)
    expect(article).toMatch(
      /^<a href="https:\/\/example.com\/x"[^>]*>.*<img src="https:\/\/example.com\/a.png".*<\/a>$/,
    )
  })

  it("keep a player that stands inside another element", () => {
    const player = clean('<a href="/x"><div><video src="/a.mp4"></video></div></a>')
    expect(player).toMatch(/^<a [^>]*><div><video src="https:\/\/example.com\/a.mp4"/)
    const frame = sanitiseArticle(
      '<a href="/x"><p><iframe src="https://player.vimeo.com/video/123456"></iframe></p></a>',
      options,
    )
    expect(frame.html).toContain('href="https://vimeo.com/123456"')
    expect(frame.videos).toEqual(["https://vimeo.com/123456"])
  })

  it("without words leave the space and the line break that parted the words around them", () => {
    expect(clean('one<a href="/x"> </a>two<a href="/x"><br></a>three<a href="/x"><span>\n</span></a>four')).toBe(
      "one two<br />three<span>\n</span>four",
    )
  })

  it("without a base keep only whole addresses", () => {
    expect(sanitiseHtml('<a href="/x">x</a><img src="y.png">', { baseUrl: null })).toBe("x")
  })
})

describe("pictures", () => {
  const image = (html: string): string | undefined => /src="([^"]*)"/.exec(clean(html))?.[1]
  it.each([
    ['<img src="a.png">', "https://example.com/posts/a.png"],
    ['<img src="data:image/gif;base64,R0lGOD" data-src="a.png">', "https://example.com/posts/a.png"],
    ['<img data-lazy-src="/a.png" src="/img/placeholder.png">', "https://example.com/a.png"],
    ['<img srcset="a.png 1x, b.png 2x">', "https://example.com/posts/b.png"],
    ['<img srcset="a,w_9.png 1x, b.png,c.png 2x ,, d.png 1.5x">', "https://example.com/posts/b.png,c.png"],
    ['<img srcset="a.png, b.png">', "https://example.com/posts/a.png"],
    ['<img srcset="a.png 300w, b.png 1200w, c.png 600w">', "https://example.com/posts/b.png"],
    ['<img src="data:image/png;base64,AAAA">', undefined],
    ["<img>", undefined],
  ])("%s shows %s", (html, address) => expect(image(html)).toBe(address))

  it.each([
    '<img src="https://a.example/x.gif" width="1" height="1">',
    '<img src="https://a.example/x.gif" width=0 height=0>',
    '<img src="https://a.example/x.gif" height="1">',
    '<img src="https://a.example/x.gif" style="width:1px;height:1px">',
    '<img src="https://a.example/x.gif" style="display: none">',
    '<img src="https://feeds.feedburner.com/~r/blog/~4/abc">',
    '<img src="https://pixel.wp.com/b.gif?blog=1">',
    '<img src="https://medium.com/_/stat?event=post.clientViewed">',
    '<a href="https://ads.example/"><img src="https://sb.scorecardresearch.com/p"></a>',
  ])("%s counts readers and is gone", (html) => expect(clean(html)).toBe(""))

  it.each([
    '<picture><source srcset="/a.webp 800w, /b.webp 1600w"><source srcset="/c.jpg"><img alt="A"></picture>',
    '<picture><source data-srcset="/b.webp"><img src="data:image/gif;base64,R0lGOD" alt="A"></picture>',
  ])("%s shows what its sources name", (html) => {
    expect(clean(html)).toBe(
      '<picture><img src="https://example.com/b.webp" alt="A" loading="lazy" decoding="async" /></picture>',
    )
  })

  it("leave no source of a picture behind as if it were a player's", () => {
    expect(clean('<picture><source src="/a.png" type="image/png"></picture>')).toBe("")
    const player = '<video controls preload="none"><source src="https://example.com/a.mp4" /></video>'
    expect(clean('<picture><source src="/a.png"><video><source src="/a.mp4"></video>')).toContain(player)
  })

  it("leave no empty shell, and lend their sources to no other picture", () => {
    expect(clean('a<picture><source srcset="/a.webp"></picture>b<img alt="A">c')).toBe("abc")
  })

  it("are listed in order, without ornaments and without repeats", () => {
    const { images } = sanitiseArticle(
      '<img src="/emoji/1.png"><img src="/a.png" width="16" height="16"><img src="/b.png"><img src="/c.png" class="wp-smiley"><img src="/b.png"><img src="/d.png">',
      options,
    )
    expect(images).toEqual(["https://example.com/b.png", "https://example.com/d.png"])
  })
})

describe("task lists", () => {
  it("show which tasks are done, without any form element", () => {
    const list = '<ul><li><input type="checkbox" checked disabled> a</li><li><input disabled type=checkbox> b</li></ul>'
    expect(clean(list)).toBe("<ul><li>☑ a</li><li>☐ b</li></ul>")
    expect(clean('<input type="text" value="x"><input type="radio" checked>c')).toBe("c")
  })

  it("are read in a time that grows with their length", () => {
    expect(measureGrowth((size) => "<input ".repeat(size), clean, 5_000)).toBeLessThan(GROWTH_MAX)
  })
})

describe("elements that were closed in place", () => {
  it.each([
    ["<p>one <code/> two</p><p>three</p>", "<p>one <code></code> two</p><p>three</p>"],
    [
      '<p>one</p><iframe src="https://player.vimeo.com/video/123456"/><p>two</p>',
      /^<p>one<\/p><a class="embed"[^>]*>Vimeo<\/a><p>two<\/p>$/,
    ],
    ['<a name="top"/><p>one</p><a href="/x"/><p>two</p>', "<p>one</p><p>two</p>"],
    ['<p>a</p><video src="/a.mp4" controls="controls"/><p>b</p>', /<\/video><p>b<\/p>$/],
    ['<script src="/x.js"/><p>one</p>', "<p>one</p>"],
    ['<p>a<span class="x" /><b>c</b></p>', "<p>a<span></span><b>c</b></p>"],
  ])("%s take in nothing of what follows", (html, expected) => {
    if (typeof expected === "string") expect(clean(html)).toBe(expected)
    else expect(clean(html)).toMatch(expected)
  })

  it.each([
    ['<a href="/x"/>words</a>', "words</a>"],
    ["<a href=https://a.example/>words</a>", "words</a>"],
    ["<b/>bold</b>", "<b>bold</b>"],
    ["one<br/>two<hr />", "one<br />two<hr />"],
  ])("%s opens what its author closes later", (html, expected) => expect(clean(html)).toContain(expected))
})

describe("what stands in for scripts", () => {
  const gist = "<pre><code>const a = 1</code></pre>"
  it("is read, because scripts are not", () => {
    expect(clean(`<script src="https://gist.example/1.js"></script><noscript>${gist}</noscript><p>x</p>`)).toBe(
      `${gist}<p>x</p>`,
    )
    expect(clean('<noscript><img src="/a.png"></noscript>')).toContain('src="https://example.com/a.png"')
  })

  it.each([
    '<img src="data:image/gif;base64,R0lGOD" data-src="/a.png"><noscript><img src="/a.png"></noscript>',
    '<noscript><img src="/a.png"></noscript><img data-src="/a.png">',
  ])("%s shows the picture once", (html) => {
    const article = sanitiseArticle(html, options)
    expect(article.html.match(/<img /g)).toHaveLength(1)
    expect(article.images).toEqual(["https://example.com/a.png"])
  })

  it("is left out where it only asks for scripts, or counts readers", () => {
    expect(clean("<p>x</p><noscript>Please enable JavaScript to view the <a href='/c'>comments</a>.</noscript>")).toBe(
      "<p>x</p>",
    )
    expect(clean('<noscript><img src="https://www.facebook.com/tr?id=1"></noscript>')).toBe("")
  })
})

describe("frames", () => {
  it.each([
    [
      "https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0&start=5",
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "YouTube",
    ],
    ["//www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "YouTube"],
    [
      "https://www.youtube.com/embed/videoseries?list=PLabcdefghijkl",
      "https://www.youtube.com/playlist?list=PLabcdefghijkl",
      "YouTube",
    ],
    ["https://player.vimeo.com/video/123456?h=1", "https://vimeo.com/123456", "Vimeo"],
    ["https://odysee.com/$/embed/name/abc", "https://odysee.com/name/abc", "Odysee"],
    ["https://rumble.com/embed/v1abc/?pub=4", "https://rumble.com/embed/v1abc/", "Rumble"],
    ["https://www.bitchute.com/embed/AbC123/", "https://www.bitchute.com/video/AbC123/", "Bitchute"],
    [
      "https://framatube.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d",
      "https://framatube.org/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
      "PeerTube",
    ],
    ["https://archive.org/embed/some_film", "https://archive.org/details/some_film", "Internet Archive"],
  ])("%s becomes a link to %s", (src, url, host) => {
    const article = sanitiseArticle(`<iframe src="${src}"> </iframe>`, options)
    expect(article.html).toBe(`<a class="embed" href="${url}" rel="noopener noreferrer nofollow ugc">${host}</a>`)
    expect(article.videos).toEqual([url])
    expect(clean(article.html)).toBe(article.html)
  })

  it.each([
    ["https://maps.example/embed?a=1&amp;b=2", "https://maps.example/embed?a=1&amp;b=2", "maps.example"],
    ["https://www.youtube.com/embed/&quot;onload=x", "https://www.youtube.com/embed/%22onload=x", "youtube.com"],
    [
      "https://youtube.com.evil.example/embed/dQw4w9WgXcQ",
      "https://youtube.com.evil.example/embed/dQw4w9WgXcQ",
      "youtube.com.evil.example",
    ],
  ])("of an unknown host, %s, become a link named after the host and no video", (src, url, host) => {
    const article = sanitiseArticle(`<iframe src="${src}"></iframe>`, options)
    expect(article.html).toBe(`<a class="embed" href="${url}" rel="noopener noreferrer nofollow ugc">${host}</a>`)
    expect(article.videos).toEqual([])
    expect(clean(article.html)).toBe(article.html)
  })

  it.each([
    '<iframe src="https://ads.example/x" width="1" height="1"></iframe>',
    '<iframe src="https://ads.example/x" style="display:none"></iframe>',
    '<iframe src="https://ad.doubleclick.net/x"></iframe>',
    '<iframe src="javascript:x"></iframe>',
    '<embed src="https://evil.example/x.swf">',
    "<iframe></iframe>",
  ])("%s is dropped", (html) => expect(sanitiseArticle(html, options)).toEqual({ html: "", images: [], videos: [] }))
})

describe("bounds", () => {
  it("cuts a huge article at a safe place", () => {
    const paragraph = "<p>Some <b>words &amp; more</b> words</p>"
    const article = clean(`<div>${paragraph.repeat(30_000)}</div>`)
    expect(article.length).toBeLessThanOrEqual(CONTENT_LENGTH_MAX)
    expect(article.length).toBeGreaterThan(CONTENT_LENGTH_MAX * 0.98)
    expect(article).toMatch(/<\/p><\/div>$/)
    expect(clean(article)).toBe(article)
  })

  it.each([
    ["nested elements", "<b>".repeat(160_000)],
    ["elements that stay open", "<li><p>".repeat(140_000)],
    ["cells", "<td><table><tr>".repeat(60_000)],
    ["foreign closing tags", "<li><p>".repeat(50_000) + "</b>".repeat(100_000)],
    ["frames", "<iframe>".repeat(120_000)],
    ["quotes", '<a "'.repeat(250_000)],
    ["elements closed in place", '<b "a" />'.repeat(110_000)],
    ["tags that never end", `<b${" a".repeat(300_000)}/>`],
    ["values that never end", `${'<b a="x'.repeat(100_000)}/>`],
    ["comments", "<!--".repeat(250_000)],
    ["candidates", `<img srcset="${"a ".repeat(400_000)}">`],
    ["long candidates", `<img srcset="${"a".repeat(20_000)}">`.repeat(45)],
  ])("reads %s in time", (_, html) => {
    const start = process.cpuUsage()
    clean(html)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  })

  it("reads pictures in a time that grows with their number and the length of their addresses", () => {
    const longer = (size: number) => `<img srcset="${"a".repeat(size)} ">`
    const more = (size: number) => `<img srcset="${"a".repeat(4_000)}">`.repeat(size)
    expect(measureGrowth(longer, clean, 5_000)).toBeLessThan(GROWTH_MAX)
    expect(measureGrowth(more, clean, 10)).toBeLessThan(GROWTH_MAX)
  })

  it("keeps the words of what nests too deep", () => {
    expect(plainText(clean(`${"<b>".repeat(5_000)}words`))).toBe("words")
  })
})
