import { describe, expect, it } from "vitest"
import { innerMarkup } from "./innerMarkup.ts"
import { readXml } from "./readXml.ts"
import { childText, textOf } from "./XmlElement.ts"

const ROOTS = new Set(["rss", "feed"])
const tree = (text: string) => readXml(text, ROOTS, "http://example.org/feed")
const inside = (text: string): string => {
  const { root } = tree(`<rss>${text}</rss>`)
  return root === null ? "no root" : innerMarkup(root, "source")
}

describe("broken documents", () => {
  it.each([
    ["a & b &amp; c &unknown; &copy=1", "a & b & c &unknown; &copy=1"],
    ["&eacute; &hellip; &#8217; &#x26; &#146;", "é … ’ & ’"],
    ["1 < 2 <3 <= 4", "1 < 2 <3 <= 4"],
    ["<a href=b>c</a>", '<a href="b">c</a>'],
    ["<a href='b' c>d</a>", '<a href="b" c="">d</a>'],
    ["<a href=b/>c", '<a href="b"></a>c'],
    ['<a t="x > y < z">c</a>', '<a t="x &gt; y &lt; z">c</a>'],
    ['<a href="b>c</a><d e="f">g</d>', '<a href="b">c</a><d e="f">g</d>'],
    ["<a>b<c>d</a>e", "<a>b<c>d</c></a>e"],
    ["<a>b</c>d</a>e", "<a>bd</a>e"],
    ["<a>b</a", "<a>b</a>"],
    ["<a>b</a<c>d</c>", "<a>b</a><c>d</c>"],
    ["<p>one<br>two<br/>three<br></br>four</p>", "<p>one<br>two<br>three<br>four</p>"],
    ["<![CDATA[<b>&amp;</b>]]>", "<b>&amp;</b>"],
    ["<![cdata[x]]>", "x"],
    ["<a><![CDATA[x</a>y", "<a>x</a>y"],
    ["<!-- no --><a>b</a><!-- never closed > c", "<a>b</a> c"],
    ["<?php echo 1 ?>x", "x"],
    ["< a>b", "< a>b"],
    ["<a b=1 b=2>c</a>", '<a b="1">c</a>'],
    ["<title>One<link>two</link>", "<title>One</title><link>two</link>"],
    ["<item>a<item>b</item>", "<item>a</item><item>b</item>"],
  ])("%s is read as %s", (text, expected) => expect(inside(text)).toBe(expected))

  it("passes over what stands before and after the root", () => {
    const { root, problems, html } = tree(
      '\n<br /><b>Warning</b>: x <?xml version="1.0"?><!-- <rss> --><rss><a>1</a></rss><b>late</b>',
    )
    expect(root === null ? null : childText(root, "a")).toBe("1")
    expect([...problems]).toEqual(["malformed-xml"])
    expect(html).toBe(false)
  })

  it.each([
    ["<rss><a>whole</a></rss>", []],
    ["<rss><a>cut", ["truncated"]],
    ["<rss><a>x &eacute; y</a></rss>", ["unknown-entities"]],
    ["<rss><a>x & y</a></rss>", ["malformed-xml"]],
    ["<rss><a>x</b></a></rss>", ["malformed-xml"]],
  ])("%s has the problems %j", (text, problems) => expect([...tree(text).problems]).toEqual(problems))
})

describe("declarations", () => {
  it("gives declared entities their literal value", () => {
    const { root } = tree(
      '<!DOCTYPE rss [<!ENTITY co "A &#38; B"><!ENTITY % x SYSTEM "http://example.org/x"> %x; ]><rss><a>&co; &amp;co;</a></rss>',
    )
    expect(root === null ? null : childText(root, "a")).toBe("A & B &co;")
  })

  it("never expands one entity inside another, nor fetches one", () => {
    const { root } = tree(
      `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><rss><t>&b;&f;</t></rss>`,
    )
    expect(root === null ? null : childText(root, "t")).toBe("&a;&a;&f;")
  })

  it("adds no more than a bounded length by entities", () => {
    const { root } = tree(`<!DOCTYPE rss [<!ENTITY a "${"x".repeat(200)}">]><rss><t>${"&a;".repeat(100_000)}</t></rss>`)
    expect(textOf(root)?.length).toBeLessThan(100_000 + 300_000)
  })

  it("knows names by their namespace's address, in any case and with spaces around it", () => {
    const { root } = tree(
      '<rss xmlns:x=" HTTPS://www.itunes.com/DTDs/PodCast-1.0.dtd "><x:author>A</x:author><y:z>B</y:z></rss>',
    )
    expect(root?.children.map((child) => (typeof child === "string" ? child : child.name))).toEqual([
      "itunes:author",
      "{y}z",
    ])
  })
})

/** Each of these would keep a careless reader busy for minutes. */
describe("hostile documents are read in time", () => {
  const many = (text: string, megabytes: number): string =>
    text.repeat(Math.ceil((megabytes * 1_000_000) / text.length))
  it.each([
    ["nesting", many("<a>", 4)],
    ["nesting and foreign closing tags", many("<a>", 2) + many("</b>", 2)],
    ["unclosed CDATA", many("<![CDATA[", 4)],
    ["unclosed comments", many("<!--", 4)],
    ["unclosed instructions", many("<?a", 4)],
    ["bare brackets", many("<", 2)],
    ["bare ampersands", many("&", 4)],
    ["unclosed quotes", many('<a b="<>', 4)],
    ["mixed quotes", many("<a b='<> \"", 4)],
    ["attributes", `<a ${many('b="1" ', 4)}>`],
    ["namespaces", many(`<a ${Array.from({ length: 60 }, (_, at) => `xmlns:p${at}="u${at}"`).join(" ")}>`, 4)],
    ["unclosed declarations", many("<!DOCTYPE a [", 4)],
  ])("%s", (_, text) => {
    const start = process.cpuUsage()
    tree(`<rss><channel>${text}`)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  })
})
