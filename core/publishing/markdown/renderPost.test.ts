import { describe, expect, it } from "vitest"
import { type RenderOptions, renderPost } from "./renderPost.ts"

const PICTURE = "01890a5d-ac96-774b-bcce-b302099a8057"
const SOUND = "01890a5d-ac96-774b-bcce-b302099a8058"
const FILM = "01890a5d-ac96-774b-bcce-b302099a8059"
const options: RenderOptions = {
  resolveMedia: (mediaId) => {
    const kind = { [PICTURE]: "image", [SOUND]: "audio", [FILM]: "video" }[mediaId] as "image" | "audio" | "video"
    const size = kind === "audio" ? null : 600
    return kind === undefined
      ? null
      : { kind, url: `/media/${mediaId}/file?e=1&s=x`, width: size, height: size, durationMs: null }
  },
}
const render = (markdown: string, more: Partial<RenderOptions> = {}) => renderPost(markdown, { ...options, ...more })
const html = (markdown: string, more: Partial<RenderOptions> = {}): string => render(markdown, more).html
const REL = 'rel="noopener noreferrer nofollow ugc"'

describe("a file that cannot be shown", () => {
  const standIn = { href: "https://quire.example/c/C1/tides/", label: "See it <online>" }

  it("is a link to where it can be seen, with its caption, if there is such a place", () => {
    const hidden = { resolveMedia: () => null, resolvePicture: () => null, standIn }
    expect(html(`![The "harbour"](media:${PICTURE})`, hidden)).toBe(
      '<figure class="missing"><figcaption><a href="https://quire.example/c/C1/tides/">The &quot;harbour&quot; · See it &lt;online&gt;</a></figcaption></figure>',
    )
    expect(html(`Look: ![](https://pictures.example/a.jpg)`, hidden)).toBe(
      '<p>Look: <a href="https://quire.example/c/C1/tides/">See it &lt;online&gt;</a></p>',
    )
  })

  it("is its caption alone elsewhere", () => {
    expect(html(`![Harbour](media:${PICTURE})`, { resolveMedia: () => null })).toBe(
      '<figure class="missing"><figcaption>Harbour</figcaption></figure>',
    )
  })
})

describe("a rendered post", () => {
  it.each([
    ["a *b* **c** `d` ~~e~~", "<p>a <em>b</em> <strong>c</strong> <code>d</code> <s>e</s></p>"],
    ["a\\\nb", "<p>a<br>\nb</p>"],
    ["春天\n来了，\n**真**的\nQuire", "<p>春天来了，\n<strong>真</strong>的\nQuire</p>"],
    ["> a", "<blockquote>\n<p>a</p>\n</blockquote>"],
    ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ["---", "<hr>"],
    ["<b>a</b> &amp; &lt;", "<p>&lt;b&gt;a&lt;/b&gt; &amp; &lt;</p>"],
    [
      "|a|b|\n|-|-:|\n|c|d|",
      '<div class="table" tabindex="0"><table>\n<thead>\n<tr>\n<th>a</th>\n<th class="align-right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td class="align-right">d</td>\n</tr>\n</tbody>\n</table></div>',
    ],
    ["see https://a.example/b.", `<p>see <a href="https://a.example/b" ${REL}>https://a.example/b</a>.</p>`],
    ['[a](https://a.example/?b=1&c "t")', `<p><a href="https://a.example/?b=1&amp;c" title="t" ${REL}>a</a></p>`],
    ["[a](/c/x/y/) [b](#h-b)", `<p><a href="/c/x/y/" ${REL}>a</a> <a href="#h-b" ${REL}>b</a></p>`],
  ])("writes %j as %s", (markdown, expected) => expect(html(markdown)).toBe(expected))

  it("names headings for links, one level below the title of the post", () => {
    const { html, headings } = render("# Über *uns*\n\n###### 春 天\n\n# Über uns\n\n# !", { idPrefix: "g" })
    expect(html).toBe(
      '<h2 id="h-güber-uns">Über <em>uns</em></h2>\n<h6 id="h-g春-天">春 天</h6>\n<h2 id="h-güber-uns--2">Über uns</h2>\n<h2 id="h-gsection">!</h2>',
    )
    expect(headings[0]).toEqual({ level: 2, id: "h-güber-uns", text: "Über uns" })
  })

  it("shows task lists without controls", () => {
    expect(html("- [ ] a\n- [x] b\n- c [x] d", { locale: "de" })).toBe(
      '<ul>\n<li class="task"><span class="box" role="img" aria-label="Offen">☐</span> a</li>\n<li class="task"><span class="box" role="img" aria-label="Erledigt">☑</span> b</li>\n<li>c [x] d</li>\n</ul>',
    )
  })

  it("numbers footnotes in the order of their references, and links both ways", () => {
    const text = "A[^b] B[^a] C[^b] D[^none]\n\n[^a]: First[^c]\n[^b]: Second\n\n    more\n[^c]: Third\n[^unused]: -"
    expect(html(text, { idPrefix: "p" })).toBe(
      [
        '<p>A<sup id="fnref-p1"><a href="#fn-p1">1</a></sup> B<sup id="fnref-p2"><a href="#fn-p2">2</a></sup> C<sup><a href="#fn-p1">1</a></sup> D[^none]</p>',
        '<section class="footnotes" aria-label="Footnotes"><ol>',
        '<li id="fn-p1"><p>Second</p>\n<p>more <a href="#fnref-p1" aria-label="Back to the text">↩</a></p>\n</li>',
        '<li id="fn-p2"><p>First<sup id="fnref-p3"><a href="#fn-p3">3</a></sup> <a href="#fnref-p2" aria-label="Back to the text">↩</a></p>\n</li>',
        '<li id="fn-p3"><p>Third <a href="#fnref-p3" aria-label="Back to the text">↩</a></p>\n</li>',
        "</ol></section>",
      ].join("\n"),
    )
  })

  it("colours code on the server", () => {
    expect(html("```ts\nconst a = 1\n```")).toBe(
      '<pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>\n</code></pre>',
    )
    expect(html("```unknown\n<a>\n```")).toBe(
      '<pre tabindex="0"><code class="language-unknown">&lt;a&gt;\n</code></pre>',
    )
  })
})

describe("media of a post", () => {
  it("are figures where they stand alone, and galleries where pictures follow each other", () => {
    const picture = `<figure><img src="/media/${PICTURE}/file?e=1&amp;s=x" alt="A *b*" width="600" height="600" loading="lazy" decoding="async"><figcaption>A *b*</figcaption></figure>`
    const shown = picture.replaceAll("*", "")
    expect(html(`![A *b*](media:${PICTURE})`)).toBe(shown)
    expect(html(`![A *b*](media:${PICTURE})\n![A *b*](media:${PICTURE})`)).toBe(
      `<div class="gallery">${shown}${shown}</div>`,
    )
    expect(html(`a ![b](media:${PICTURE})`)).toMatch(/^<p>a <img [^>]*alt="b"/)
  })

  it("are one below the other where sounds or films are among the pictures of a gallery", () => {
    const mixed = html(`![A](media:${PICTURE})\n![S](media:${SOUND})\n![](media:${FILM})`)
    expect(mixed).toMatch(
      /^<figure><img [^>]*>.*<\/figure>\n<figure class="audio">.*\n<figure class="video">.*<\/figure>$/,
    )
  })

  it("play in native players that load nothing before they start", () => {
    expect(html(`![S](media:${SOUND})`)).toBe(
      `<figure class="audio"><audio src="/media/${SOUND}/file?e=1&amp;s=x" controls preload="none" aria-label="S"></audio><figcaption>S</figcaption></figure>`,
    )
    expect(html(`![](media:${FILM})`)).toBe(
      `<figure class="video"><video src="/media/${FILM}/file?e=1&amp;s=x" width="600" height="600" controls playsinline preload="none"></video></figure>`,
    )
    expect(html(`a ![S](media:${SOUND})`)).toMatch(/<a href="\/media\//)
  })

  it("are named in order, with those that the reader may not load", () => {
    const none = "01890a5d-ac96-774b-bcce-b302099a805a"
    const rendered = render(`![x](media:${none})\n\n[file](media:${SOUND.toUpperCase()})`)
    expect(rendered.html).toContain('<figure class="missing"><figcaption>x</figcaption></figure>')
    expect(rendered.mediaIds).toEqual([none, SOUND])
    expect(rendered.missing).toEqual([none])
  })

  it("of other sites come through the proxy, or not at all", () => {
    const proxied = { resolvePicture: (address: string) => (address.endsWith(".png") ? "/img?u=1" : null) }
    expect(html("![a](https://a.example/b.png)", proxied)).toContain('<img src="/img?u=1" alt="a"')
    expect(html("![a](https://a.example/b)", proxied)).not.toContain("<img")
  })
})

describe("an address on a line of its own", () => {
  it("of a known provider is a link that a script turns into the player on a click", () => {
    const { html, frames } = render("https://www.youtube.com/watch?v=abcdefghijk\n\nhttps://youtu.be/abcdefghijk")
    expect(html).toContain(
      `<p class="player"><a class="embed" href="https://www.youtube.com/watch?v=abcdefghijk" data-embed data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1" ${REL}><strong>YouTube</strong> <small>youtube.com/watch?v=abcdefghijk</small></a></p>`,
    )
    expect(frames).toEqual(["https://www.youtube-nocookie.com"])
    expect(html).not.toContain("iframe")
  })

  it("of another page is a card", () => {
    expect(html("https://a.example/b/")).toBe(
      `<p class="link-card"><a href="https://a.example/b/" ${REL}>a.example/b</a></p>`,
    )
    expect(html("<https://a.example/b>", { resolveCard: () => ({ title: "<T>", description: "D" }) })).toBe(
      `<p class="link-card"><a href="https://a.example/b" ${REL}><strong>&lt;T&gt;</strong> <span>D</span> <small>a.example</small></a></p>`,
    )
  })

  it("of another page is a card with the site's name, its host and a picture of the proxy", () => {
    const resolveCard = () => ({ title: "T", description: null, siteName: "A & B", pictureUrl: "/img?u=x&w=320" })
    expect(html("https://a.example/b", { resolveCard })).toBe(
      `<p class="link-card"><a href="https://a.example/b" ${REL}><img src="/img?u=x&amp;w=320" alt="" loading="lazy" decoding="async"><strong>T</strong> <small>A &amp; B · a.example</small></a></p>`,
    )
  })

  it("is a plain link within a quote, a list, or beside words", () => {
    for (const text of [
      "> https://youtu.be/abcdefghijk",
      "- https://youtu.be/abcdefghijk",
      "a https://youtu.be/abcdefghijk",
    ])
      expect(html(text)).not.toMatch(/data-player|card/)
    expect(html("[https://youtu.be/abcdefghijk](https://a.example/)")).not.toMatch(/data-player|card/)
  })
})
