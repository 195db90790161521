import { existsSync, readdirSync, readFileSync } from "node:fs"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseOpml } from "../opml/parseOpml.ts"
import { itemKeys } from "./identity.ts"
import { parseFeed } from "./parseFeed.ts"
import { atom, rssItem } from "./testing/read.ts"

const CORPORA = new URL("../../../../shared/corpora/", import.meta.url)
const FOLDERS = [
  ...["gofeed/testdata/parser/atom/", "gofeed/testdata/parser/rss/", "gofeed/testdata/translator/rss/"],
  ...[
    "gofeed/testdata/translator/json/",
    "feedsmith/src/feeds/rss/references/",
    "feedsmith/src/feeds/atom/references/",
  ],
  ...["feedsmith/src/feeds/rdf/references/", "feedsmith/src/opml/references/"],
]

/** Documents of our own, so that the test bites where the corpora are absent too. */
const OWN = [
  rssItem(
    "<title>T</title><description>&lt;p&gt;x &amp;amp; y&lt;/p&gt;</description><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>",
  ),
  atom(
    '<entry><title type="html"><![CDATA[<b>x</b>]]></title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div></content></entry>',
  ),
  '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_html":"<p>x</p>"}]}',
]

const documents = (): ReadonlyArray<string> => {
  if (!existsSync(CORPORA)) return OWN
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, CORPORA))
      .filter((file) => /\.(?:xml|opml)$|full\.json$/.test(file))
      .map((file) => new URL(folder + file, CORPORA)),
  )
  return [...OWN, ...files.map((file) => readFileSync(file, "utf8"))]
}

/** What happens to documents on their way, and what people do to them on purpose. */
const PIECES = [
  ...[
    "<",
    ">",
    "&",
    '"',
    "'",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "</",
    "/>",
    "<?",
    "<!DOCTYPE x [",
    "\0",
    "\ud800",
    "\ufeff",
  ],
  ...[
    "<item>",
    "</item>",
    "<entry>",
    "</channel>",
    "<title>",
    "xmlns=''",
    'type="xhtml"',
    'type="base64"',
    'mode="base64"',
  ],
  ...[
    'xml:base="//["',
    "&#0;",
    "&#x110000;",
    "&lt;script&gt;",
    "&amp;amp;lt;",
    "{",
    "}",
    "null",
    "9".repeat(40),
    "١٢",
    "\u202e",
  ],
]

const mutation = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: fc.double({ min: 0, max: 1, noNaN: true }), size: fc.nat(200) }),
  fc.record({
    kind: fc.constant("end" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.constant(0),
  }),
  fc.record({
    kind: fc.constant("double" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.nat(400),
  }),
  fc.record({ kind: fc.constantFrom(...PIECES), at: fc.double({ min: 0, max: 1, noNaN: true }), size: fc.constant(0) }),
)

const mutate = (text: string, { kind, at, size }: { kind: string; at: number; size: number }): string => {
  const from = Math.floor(at * text.length)
  if (kind === "cut") return text.slice(0, from) + text.slice(from + size)
  if (kind === "end") return text.slice(0, from)
  if (kind === "double") return text.slice(0, from + size) + text.slice(from)
  return text.slice(0, from) + kind + text.slice(from)
}

describe("mutated documents", () => {
  const all = documents()

  it("never crash the parser, and what it says of them keeps its promises", () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.array(mutation, { minLength: 1, maxLength: 8 }), (text, mutations) => {
        const broken = mutations.reduce(mutate, text)
        const parsed = parseFeed({ text: broken, url: "http://example.org/feed", contentType: null })
        parseOpml(broken)
        if (Result.isFailure(parsed)) return
        const { items, link } = parsed.success
        for (const address of [
          link,
          ...items.flatMap((item) => [item.link, item.imageUrl, ...item.enclosures.map(({ url }) => url)]),
        ]) {
          if (address !== null) expect(address).toMatch(/^https?:\/\//i)
        }
        for (const item of items) {
          expect(item.contentHtml ?? "").not.toMatch(/<script|javascript:|\son\w+=/i)
          if (item.publishedAt !== null) expect(Number.isNaN(Date.parse(item.publishedAt))).toBe(false)
        }
        const { keys } = itemKeys(items)
        expect(new Set(keys.map(({ identity }) => identity)).size).toBe(items.length)
      }),
      { numRuns: 3_000 },
    )
  }, 60_000)
})
