import { describe, expect, it } from "vitest"
import { atom, read, readOne, rss, rssItem } from "./testing/read.ts"

/** Cases by the kind of fault or form, beside what the tests of each part have: fields of the first item unless said. */
const NS = 'xmlns="http://purl.org/atom/ns#" version="0.3"'
const atom03 = (fields: string): string => `<feed ${NS}>${fields}</feed>`
const rdf = (prefixes: string, body: string): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ${prefixes}>${body}</rdf:RDF>`

describe("ampersands, however often they were escaped", () => {
  it.each([
    ["", "&#38;"],
    ["", "&#x26;"],
    ["", "&amp;#38;"],
    ['type="text/plain" mode="escaped"', "&amp;amp;"],
    ['type="text/html" mode="escaped"', "&lt;strong>&amp;amp;&lt;/strong>"],
    ['type="application/xhtml+xml" mode="xml"', '<div xmlns="http://www.w3.org/1999/xhtml"><b>&amp;</b></div>'],
    ['type="application/octet-stream" mode="base64"', "Jg=="],
  ])("in Atom 0.3, %s %s is one", (attributes, source) =>
    expect(readOne(atom03(`<entry><title ${attributes}>${source}</title></entry>`)).title).toBe("&"),
  )

  it.each([
    ['type="html"', "&amp;amp;"],
    ['type="html"', "&amp;#x26;"],
    ['type="html"', "&lt;b>&amp;amp;&lt;/b>"],
    ['type="xhtml"', '<div xmlns="http://www.w3.org/1999/xhtml">&amp;</div>'],
  ])("in Atom 1.0, %s %s is one", (attributes, source) =>
    expect(readOne(atom(`<entry><title ${attributes}>${source}</title></entry>`)).title).toBe("&"),
  )

  it.each([
    ["&#732;", "˜"],
    ["&#8364;", "€"],
    ["&#x80;", "€"],
    ["&#146;", "’"],
    ["&#X201C;", "“"],
    ["&zwj;a", "\u200da"],
    ["&frac12;", "½"],
    ["&amp;eacute;", "é"],
    ["&doesnotexist;", "&doesnotexist;"],
    ["?a=1&copy=2", "?a=1&copy=2"],
  ])("the reference %s is %s", (source, title) =>
    expect(readOne(rssItem(`<title>${source}</title>`)).title).toBe(title),
  )
})

describe("links", () => {
  it.each([
    ["RSS's, as an attribute", rssItem('<link>http://example.com/b</link><link href="http://example.com/a"/>')],
    ["an original behind one that counts", rssItem("<link>http://example.com/a</link><comments>http://example.com/c</comments>")],
    ["Atom's, without a relation", atom('<entry><link href="http://example.com/a"/></entry>')],
    ["Atom's, under a broken base", atom('<entry xml:base="http://[bad"><link href="http://example.com/a"/></entry>')],
  ])("%s", (_, text) => expect(readOne(text).link).toBe("http://example.com/a")) // biome-ignore format: one table
})

describe("people in one line", () => {
  const expected = { name: "Example Author", email: "me@example.com", url: null }
  it.each([
    "Example Author &lt;me@example.com&gt;",
    "me@example.com (Example Author)",
    "Example Author, me@example.com",
    "Example Author (me@example.com)",
    "Example Author [me@example.com]",
    "me@example.com - Example Author",
    '"Example Author" &lt;mailto:me@example.com&gt;',
  ])("%s", (author) => {
    expect(readOne(rssItem(`<author>${author}</author>`)).authors).toEqual([expected])
    expect(readOne(rssItem(`<dc:creator>${author}</dc:creator>`)).authors).toEqual([expected])
    expect(read(rss(`<managingEditor>${author}</managingEditor>`)).authors).toEqual([expected])
  })

  it("in parts, by Atom 0.3", () => {
    const person = "<name>Example Author</name><email>me@example.com</email><url>http://example.com/</url>"
    expect(read(atom03(`<author>${person}</author>`)).authors).toEqual([{ ...expected, url: "http://example.com/" }])
  })

  it("as the owner of a podcast", () => {
    const owner = "<itunes:email>me@example.com</itunes:email><itunes:name>Example Author</itunes:name>"
    expect(read(rss(`<itunes:owner>${owner}</itunes:owner>`)).authors).toEqual([expected])
  })
})

describe("documents that no XML reader takes", () => {
  const item = "<item><title>T</title></item>"
  it.each([
    ["a comment and lines before the prolog", `\n\n<!-- c --><?xml version="1.0"?>${rss(item)}`],
    ["a warning of the software before it", `<br />\n<b>Warning</b>: x in <b>y</b><br />\n${rss(item)}`],
    ["a page around it", `<html><body>${rss(item)}</body></html>`],
    ["an end tag too many", `${rss(item)}</rss><script>x</script>`],
    ["an open CDATA section", "<rss><channel><item><title><![CDATA[T</title></item></channel></rss>"],
    ["items that never end", "<rss><channel><item><title>T</title><item><title>U</title></channel></rss>"],
    ["items without a channel", `<rss>${item}</rss>`],
    ["an undeclared prefix", `<rss><channel><foo:bar>y</foo:bar>${item}</channel></rss>`],
    ["an attribute whose quote stays open", atom('<entry><id a="x>1</id><title>T</title></entry>')],
    ["a tag inside an attribute", atom('<entry><link title="<b>x</b>" href="/x"/><title>T</title></entry>')],
    ["a bare ampersand in an attribute", atom('<entry><link href="/?a=1&b=2"/><title>T</title></entry>')],
    ["a cut in the middle", `<rss><channel>${item}<item><title>Half`],
    ["external entities", `<!DOCTYPE rss [<!ENTITY % x PUBLIC "-//X" "http://example.com/x.ent"> %x;]>${rss(item)}`],
    ["letters in upper case", "<RSS><CHANNEL><ITEM><TITLE>T</TITLE></ITEM></CHANNEL></RSS>"],
  ])("%s", (_, text) => expect(readOne(text).title).toBe("T"))
})

describe("vocabularies under any prefix", () => {
  it.each([
    ["RSS 1.0 that is not the default", rdf('xmlns:r="http://purl.org/rss/1.0/"', "<r:item><r:title>T</r:title></r:item>")],
    ["RSS 0.90", rdf('xmlns="http://my.netscape.com/rdf/simple/0.9/"', "<item><title>T</title></item>")],
    ["RDF as the default", '<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://purl.org/rss/1.0/"><r:item><r:title>T</r:title></r:item></RDF>'],
    ["a title of a drawing", rssItem('<title>T</title><description><svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg></description>')],
    ["a familiar prefix for something else", rssItem('<title>T</title><dc:title xmlns:dc="urn:other">x</dc:title>')],
  ])("%s", (_, text) => expect(readOne(text).title).toBe("T")) // biome-ignore format: one table

  it("iTunes by its address in any case", () => {
    const text = '<rss xmlns:i="HTTP://www.itunes.com/DTDs/Podcast-1.0.dtd"><channel><i:subtitle>S</i:subtitle><item/></channel></rss>'
    expect(read(text).description).toBe("S")
  }) // biome-ignore format: one document

  it("dates of every vocabulary", () => {
    const moment = "2003-12-31T10:14:55.000Z"
    for (const name of ["dc:date", "dcterms:issued", "dcterms:created", "pubDate", "created", "issued"]) {
      expect(readOne(rssItem(`<${name}>2003-12-31T10:14:55Z</${name}>`)).publishedAt).toBe(moment)
      expect(read(rss(`<title>T</title><${name}>2003-12-31T10:14:55Z</${name}>`)).updatedAt).toBe(moment)
    }
  })
})
