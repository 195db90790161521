import { expect, it } from "vitest"
import type { ListedItem } from "#projections/feeds"
import { translator } from "../../i18n/index.ts"
import { formatOf } from "../../lib/format.ts"
import { itemWriter } from "./item.ts"

const NOW = new Date("2026-05-01T12:00:00Z")
const item: ListedItem = {
  itemId: "1",
  feedId: "2",
  feedTitle: "Harbour",
  feedCode: "QF1",
  feedIconUrl: "",
  source: "RSS",
  language: "en",
  contentType: "article",
  title: "Ferries return",
  summary: null,
  author: null,
  link: null,
  imageUrl: null,
  tags: [],
  alsoIn: [],
  durationSeconds: null,
  levelId: 1,
  updatedMs: NOW.getTime(),
}
const writeItem = itemWriter({
  t: translator("en"),
  locale: "en",
  format: formatOf("en", "UTC"),
  url: new URL("https://quire.test/newsfeeds"),
  now: NOW,
  showFeed: true,
})
const textOf = (pieces: ReadonlyArray<Uint8Array>) => Buffer.concat(pieces).toString()
const write = (...given: Parameters<typeof writeItem>) => textOf(writeItem(...given))
const summaryIn = (markup: string) => /<p class="summary"[^>]*>([^<]*)<\/p>/.exec(markup)?.[1]

it("folds the text of a post in a list after 8 rows of 22 characters [S9-003]", () => {
  const summaryOf = (summary: string) => summaryIn(write({ ...item, summary }, 0))
  expect(summaryOf("a".repeat(176))).toBe("a".repeat(176))
  expect(summaryOf("a".repeat(177))).toBe(`${"a".repeat(176)}…`)
})

it("labels a post for subscribers", () => {
  const levelIn = (levelId: number) => /data-level="(\d)">([^<]*)/.exec(write({ ...item, levelId }, 0))?.slice(1)
  expect([1, 2, 3].map(levelIn)).toEqual([undefined, ["2", "For subscribers"], ["3", "Premium"]])
})

it("shows what has changed of an item that it wrote before, and what differs between pages", () => {
  const writeAt = (path: string, now: Date) => {
    const writeHere = itemWriter({
      t: translator("en"),
      locale: "en",
      format: formatOf("en", "UTC"),
      url: new URL(path, "https://quire.test"),
      now,
      showFeed: true,
      hasActions: true,
    })
    return (...given: Parameters<typeof writeHere>) => textOf(writeHere(...given))
  }
  const first = writeAt("/newsfeeds", NOW)(item, 3)
  const later = writeAt("/newsfeeds?source=RSS", new Date(NOW.getTime() + 120_000))({ ...item }, 3)
  expect(first).toContain('href="/newsfeeds?feed=2" data-preview="2"')
  expect(later).toContain('href="/newsfeeds?source=RSS&amp;feed=2" data-preview="2"')
  expect([first, later].map((markup) => /<time [^>]*>([^<]*)/.exec(markup)?.[1])).toEqual(["now", "2 min. ago"])
  const changes = [
    { title: "Ferries <stay>" },
    { summary: "From May on." },
    { isRead: true },
    { isSaved: true },
    { imageUrl: "https://harbour.test/boat.jpg" },
    { feedTitle: "Harbour Post" },
    { tags: ["sea"] },
    { levelId: 2 },
    { alsoIn: [{ feedId: "3", title: "Coast", code: "QF3", itemId: "9", link: null }] },
    { contentType: "podcast", durationSeconds: 60 },
    { updatedMs: NOW.getTime() - 7_200_000 },
    { language: "de" },
  ]
  const written = changes.map((change) => writeAt("/newsfeeds", NOW)({ ...item, ...change }, 3))
  expect(new Set([first, ...written]).size).toBe(changes.length + 1)
  expect(written[0]).toContain("Ferries &lt;stay&gt;")
  expect(writeAt("/newsfeeds", NOW)(item, 3)).toBe(first)
})
