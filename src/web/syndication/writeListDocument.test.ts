import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { LIST_FORMATS, LIST_TYPES } from "#src/lib/lists.ts"
import { parseFeed } from "../../../core/syndication/parse/parseFeed.ts"
import { type Channel, writeChannel } from "./writeListDocument.ts"

const AT_MS = Date.UTC(2026, 0, 31, 12)
const channel: Channel = {
  title: 'News "A & B" <1>',
  description: "All of it",
  homeUrl: "https://quire.example/newsfeeds?view=all&time=7",
  selfUrl: "https://quire.example/feeds/library.rss",
  language: "en",
  updatedMs: AT_MS,
  entries: [
    {
      id: "urn:quire:item:0123456789abcdefghjk",
      url: "https://blog.example/?a=1&b=2",
      title: "Tea & <b>rain</b> \u0000茶🍵",
      summary: "It rains < often",
      author: "Ada & Co",
      publishedMs: AT_MS,
      language: "ja",
      tags: ["Rivers & lakes", "茶"],
      imageUrl: "https://quire.example/img?u=1&w=2",
      enclosures: [{ url: "https://blog.example/a.mp3", type: "audio/mpeg", lengthBytes: 5 }],
      source: { title: "The <blog>", url: "https://blog.example/feed.xml" },
    },
    {
      id: "urn:quire:item:1",
      url: "https://quire.example/newsfeeds/newsdetail?id=1",
      title: "Bare",
      summary: null,
      author: null,
      publishedMs: AT_MS - 1_000,
      language: null,
      tags: [],
      imageUrl: null,
      enclosures: [],
      source: { title: "Other", url: "https://other.example/" },
    },
  ],
}

describe.each(LIST_FORMATS)("%s", (format) => {
  const bytes = new TextEncoder().encode(writeChannel(channel, format))
  const read = Result.getOrThrow(parseFeed({ bytes, url: channel.selfUrl, contentType: LIST_TYPES[format] }))

  it("describes the channel", () => {
    expect(read).toMatchObject({
      title: channel.title,
      description: "All of it",
      link: channel.homeUrl,
      language: "en",
      problems: [],
    })
  })

  it("writes for each item its content, link and source", () => {
    expect(read.items).toHaveLength(2)
    const [first, bare] = read.items
    expect(first).toMatchObject({
      guid: channel.entries[0]?.id,
      link: "https://blog.example/?a=1&b=2",
      title: expect.stringMatching(/^Tea & .*rain.* 茶🍵$/),
      summary: "It rains < often",
      author: "Ada & Co",
      publishedAt: new Date(AT_MS).toISOString(),
      tags: ["Rivers & lakes", "茶"],
      enclosures: [{ url: "https://blog.example/a.mp3", type: "audio/mpeg", lengthBytes: 5 }],
    })
    expect(bare).toMatchObject({ title: "Bare", link: channel.entries[1]?.url, tags: [], enclosures: [] })
  })

  it("writes a valid document for a list without items", () => {
    const empty = new TextEncoder().encode(writeChannel({ ...channel, entries: [] }, format))
    const { items, problems } = Result.getOrThrow(
      parseFeed({ bytes: empty, url: channel.selfUrl, contentType: LIST_TYPES[format] }),
    )
    expect([items, problems]).toEqual([[], []])
  })

  it("writes text that looks like the end of a CDATA section as text", () => {
    const entries = channel.entries.map((entry) => ({ ...entry, title: "a ]]> <b", summary: "]]]]>&amp;<i>" }))
    const hostile = new TextEncoder().encode(writeChannel({ ...channel, entries }, format))
    const again = Result.getOrThrow(
      parseFeed({ bytes: hostile, url: channel.selfUrl, contentType: LIST_TYPES[format] }),
    )
    expect(again.problems).toEqual([])
    expect(again.items.map(({ title }) => title)).toEqual(["a ]]> <b", "a ]]> <b"])
  })
})
