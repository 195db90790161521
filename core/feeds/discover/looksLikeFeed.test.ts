import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { looksLikeFeed, titleOfFeed } from "./looksLikeFeed.ts"

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'

describe("a feed", () => {
  it.each([
    ['<rss version="2.0"><channel/></rss>', "rss"],
    ['<?xml version="1.0"?>\n<rss/>', "rss"],
    [
      "\uFEFF \n<?xml version='1.0'?><!-- made by <rss> hand --><!DOCTYPE rss SYSTEM \"a.dtd\" [<!ENTITY a 'b'>]><RSS>",
      "rss",
    ],
    ['<?xml version="1.0"?><?xml-stylesheet href="pretty.xsl"?><feed xmlns="http://www.w3.org/2005/Atom">', "atom"],
    ['<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">', "atom"],
    ['<feed version="0.3" xmlns="http://purl.org/atom/ns#">', "atom"],
    ["<feed><title/></feed>", "atom"],
    [`<rdf:RDF ${RDF} xmlns="http://purl.org/rss/1.0/">`, "rdf"],
    [`<rdf:RDF ${RDF} xmlns="http://my.netscape.com/rdf/simple/0.9/">`, "rdf"],
    ['{"version": "https://jsonfeed.org/version/1.1", "title": "a"}', "json"],
    ['\n{"items":[],"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}', "json"],
    ["Warning: something in line 3\n<?xml version='1.0'?><rss version='2.0'>", "rss"],
  ])("%s", (text, format) => expect(looksLikeFeed(text)).toBe(format))

  it("is one in any encoding and under any content type", () => {
    const wide = Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><rss/>', "utf16le")
    expect(looksLikeFeed(wide, "text/html")).toBe("rss")
    expect(looksLikeFeed(Buffer.from("<rss/>"), "text/html; charset=utf-8")).toBe("rss")
  })
})

describe("no feed", () => {
  it.each([
    "",
    "plain words about <rss",
    "<!doctype html><title>About RSS</title><pre><rss version='2.0'></pre>",
    "<html><body><rss></rss></body></html>",
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
    '<opml version="2.0"/>',
    "<svg/>",
    `<rdf:RDF ${RDF} xmlns:foaf="http://xmlns.com/foaf/0.1/"><foaf:Person/></rdf:RDF>`,
    '<feed xmlns="http://example.com/cattle">',
    '{"version": "1.0", "title": "a"}',
    '[{"version": "https://jsonfeed.org/version/1.1"}]',
    "<rssfeed/>",
  ])("%s", (text) => expect(looksLikeFeed(text)).toBeNull())

  it("is recognised quickly, also if it was made to be slow", () => {
    const before = process.cpuUsage()
    for (const piece of ["<!--", "<?", "<!doctype ", "<!-- -->", " ", "<rss", "<a"]) looksLikeFeed(piece.repeat(50_000))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1000)
  })
})

describe("the title of a feed", () => {
  it.each([
    [
      "<rss><channel><title>Caf&eacute; &amp; <![CDATA[Co]]></title><item><title>b</title></item></channel></rss>",
      "rss",
    ],
    ['<a:feed xmlns:a="atom"><title>\n  Caf&#233;\n &amp; Co</title></a:feed>', "atom"],
    ['{"version":"https://jsonfeed.org/version/1","title":"Café & Co"}', "json"],
  ] as const)("%s", (text, format) => {
    expect(titleOfFeed(text, format)?.replace("&eacute;", "é")).toBe("Café & Co")
  })

  it.each([
    ["<rss><channel><item><title>Of an item</title></item></channel></rss>", "rss"],
    ["<rss><channel><title> </title></channel></rss>", "rss"],
    ['{"title": 7}', "json"],
    ['{"title": ', "json"],
  ] as const)("%s has none", (text, format) => expect(titleOfFeed(text, format)).toBeNull())
})

const CORPORA = "../shared/corpora"

describe.skipIf(!existsSync(CORPORA))("the feeds of public test suites (../shared/corpora)", () => {
  const read = (folder: string) =>
    readdirSync(join(CORPORA, folder))
      .filter((name) => /\.xml$/.test(name))
      .map((name) => ({ name, bytes: readFileSync(join(CORPORA, folder, name)) }))

  it.each([
    ["gofeed/testdata/parser/rss", ["rss", "rdf"]],
    ["gofeed/testdata/parser/atom", ["atom"]],
    ["gofeed/testdata/translator/rss", ["rss", "rdf"]],
    ["gofeed/testdata/translator/atom", ["atom"]],
    ["feedsmith/src/feeds/rss/references", ["rss"]],
    ["feedsmith/src/feeds/atom/references", ["atom"]],
    ["feedsmith/src/feeds/rdf/references", ["rdf"]],
  ])("%s are known for what they are", (folder, formats) => {
    const feeds = read(folder)
    expect(feeds.length).toBeGreaterThan(0)
    const missed = feeds.filter(({ bytes }) => !formats.includes(looksLikeFeed(bytes) ?? "none"))
    expect(missed.map(({ name }) => name)).toEqual([])
  })
})
