import { existsSync, readFileSync } from "node:fs"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { OPML_READER_FEEDS_MAX } from "./Opml.ts"
import { parseOpml } from "./parseOpml.ts"
import { writeOpml } from "./writeOpml.ts"

const read = (text: string) => Result.getOrThrow(parseOpml(text))
const opml = (body: string): string => `<opml version="2.0"><head><title>Mine</title></head><body>${body}</body></opml>`
const feed = (xmlUrl: string, title: string | null = null) => ({ title, xmlUrl, htmlUrl: null })

describe("parseOpml", () => {
  it("reads nested folders as groups", () => {
    const text =
      opml(`<outline text="T"><outline title="A &amp; B" text="x" type="rss" xmlUrl="http://a.example/f" htmlUrl="http://a.example/"/>
      <outline text="U"><outline text="C" xmlUrl="http://c.example/f"/></outline></outline><outline text="D" xmlUrl="http://d.example/f"/>`)
    expect(read(text)).toEqual({
      title: "Mine",
      groups: [
        { path: ["T"], feeds: [{ title: "A & B", xmlUrl: "http://a.example/f", htmlUrl: "http://a.example/" }] },
        { path: ["T", "U"], feeds: [feed("http://c.example/f", "C")] },
        { path: [], feeds: [feed("http://d.example/f", "D")] },
      ],
      truncated: false,
    })
  })

  it("keeps an empty folder, and no other outline without a feed", () => {
    const text = opml(
      '<outline text="A" xmlUrl="http://a.example/"/><outline text="Later"/><outline text="B" type="link" url="http://b.example/"/>',
    )
    expect(read(text).groups).toEqual([
      { path: [], feeds: [feed("http://a.example/", "A")] },
      { path: ["Later"], feeds: [] },
    ])
  })

  it.each([
    ["other case", '<OPML><BODY><OUTLINE TEXT="A" XMLURL="http://a.example/"/></BODY></OPML>'],
    ["no body", '<opml><outline text="A" xmlUrl="http://a.example/"/></opml>'],
    ["junk before it", 'exported\n<opml><body><outline text="A" xmlUrl="http://a.example/"/></body></opml>'],
    ["other quotes", "<opml><body><outline text='A' xmlUrl='http://a.example/'/></body></opml>"],
    ["a file that was cut", '<opml><body><outline text="A" xmlUrl="http://a.example/"/><outline text="B'],
    ["an address of another name", '<opml><body><outline text="A" type="rss" url="http://a.example/"/></body></opml>'],
    ["a scheme of its own", '<opml><body><outline text="A" xmlUrl="feed://a.example/"/></body></opml>'],
    [
      "the same feed twice",
      '<opml><body><outline text="A" xmlUrl="http://a.example/"/><outline text="A" xmlUrl="http://a.example/"/></body></opml>',
    ],
  ])("reads lists with %s", (_, text) =>
    expect(read(text).groups).toEqual([{ path: [], feeds: [feed("http://a.example/", "A")] }]),
  )

  it("keeps a bare ampersand in names and addresses", () => {
    expect(read(opml('<outline text="R&D" xmlUrl="http://a.example/?a=1&b=2"/>')).groups[0]?.feeds).toEqual([
      feed("http://a.example/?a=1&b=2", "R&D"),
    ])
  })

  it("takes a category for a group where there are no folders", () => {
    expect(
      read(opml('<outline text="A" xmlUrl="http://a.example/" category="/Tech/News,x"/>')).groups[0]?.path,
    ).toEqual(["Tech", "News"])
  })

  it("leaves out what is no web address, and says what is no list", () => {
    const reason = (text: string): string => Result.getOrThrow(Result.flip(parseOpml(text))).messageKey
    expect(reason(opml('<outline text="A" xmlUrl="javascript:x"/><outline text="B"/>'))).toBe(
      "feeds.notAnOpml.no-feeds",
    )
    expect(reason("<rss/>")).toBe("feeds.notAnOpml.no-opml")
    expect(reason("")).toBe("feeds.notAnOpml.no-opml")
  })

  it("stops at a bound, and says so", () => {
    const many = Array.from(
      { length: OPML_READER_FEEDS_MAX + 10 },
      (_, at) => `<outline xmlUrl="http://a.example/${at}"/>`,
    ).join("")
    const { groups, truncated } = read(opml(many))
    expect(groups[0]?.feeds).toHaveLength(OPML_READER_FEEDS_MAX)
    expect(truncated).toBe(true)
  })

  it("reads any nesting in time", () => {
    const start = process.cpuUsage()
    parseOpml(opml('<outline text="a">'.repeat(200_000)))
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  })
})

describe("writeOpml", () => {
  const name = fc.string({ minLength: 1, maxLength: 20 }).map(
    (text) =>
      text
        .replace(/[^\p{L}\p{N} &"'-]/gu, "x")
        .trim()
        .replace(/\s+/g, " ") || "x",
  )
  const plainName = name.filter((text) => !/&\w+;/.test(text))
  const feeds = fc.uniqueArray(
    fc.record({ title: plainName, xmlUrl: fc.webUrl({ withQueryParameters: true }), htmlUrl: fc.option(fc.webUrl()) }),
    { maxLength: 4, minLength: 1, selector: ({ xmlUrl }) => new URL(xmlUrl).href },
  )

  it("writes what parseOpml reads back", () => {
    const groups = fc.uniqueArray(fc.record({ path: fc.array(plainName, { maxLength: 2 }), feeds }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ path }) => path.join("/"),
    })
    fc.assert(
      fc.property(fc.option(plainName), groups, (title, written) => {
        const { groups: read_, title: readTitle } = read(writeOpml({ title, groups: written }, 0))
        const sorted = (list: typeof read_) =>
          list
            .toSorted((a, b) => a.path.join("/").localeCompare(b.path.join("/")))
            .map(({ path, feeds }) => ({ path, addresses: feeds.map(({ xmlUrl, title }) => [xmlUrl, title]) }))
        expect(sorted(read_)).toEqual(sorted(written))
        expect(readTitle).toBe(title)
      }),
    )
  })

  it("dates the list if the time is given", () => {
    const groups = [{ path: [], feeds: [feed("http://a.example/")] }]
    expect(writeOpml({ title: null, groups }, Date.UTC(2024, 0, 1))).toContain(
      "<dateCreated>Mon, 01 Jan 2024 00:00:00 GMT</dateCreated>",
    )
    expect(writeOpml({ title: null, groups })).not.toContain("dateCreated")
  })
})

const REFERENCE = new URL("../../../../shared/corpora/feedsmith/src/opml/references/subscriptions", import.meta.url)

describe.skipIf(!existsSync(`${REFERENCE.pathname}.opml`))(
  "public corpora (skipped where ../shared/corpora is absent)",
  () => {
    it("reads feedsmith's list of subscriptions", () => {
      const expected = JSON.parse(readFileSync(`${REFERENCE.pathname}.json`, "utf8")) as {
        body: { outlines: ReadonlyArray<{ xmlUrl?: string }> }
      }
      const addresses = expected.body.outlines.flatMap(({ xmlUrl }) => xmlUrl ?? [])
      const { groups } = read(readFileSync(`${REFERENCE.pathname}.opml`, "utf8"))
      expect(groups.flatMap(({ feeds }) => feeds.map(({ xmlUrl }) => xmlUrl))).toEqual(addresses)
    })
  },
)
