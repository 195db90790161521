import { describe, expect, it } from "vitest"
import { feeds } from "./index.ts"
import { findItem, itemsAt, sitesOf } from "./items.ts"
import { REACH_DAYS, STREAM_MINUTES } from "./schedule.ts"
import { streamNote } from "./stream.ts"

const NOW = new Date(Date.UTC(2026, 10, 21, 9, 41, 7))
const sites = sitesOf(feeds)

it("covers nine languages, four kinds and three formats on twenty-four sites", () => {
  expect(feeds).toHaveLength(24)
  expect(new Set(feeds.map(({ slug }) => slug)).size).toBe(24)
  const languages = new Set(feeds.map(({ language }) => language.split("-")[0]))
  expect([...languages].sort()).toEqual(["de", "en", "es", "fr", "it", "ja", "pt", "sv", "zh"])
  expect(new Set(feeds.map(({ kind }) => kind)).size).toBe(4)
  expect(new Set(feeds.map(({ format }) => format)).size).toBe(3)
  expect(feeds.filter(({ carries }) => carries === "summary")).not.toEqual([])
  expect(feeds.filter(({ foundBy }) => foundBy === "well-known")).not.toEqual([])
})

describe.each(sites.map((site) => [site.feed.slug, site] as const))("%s", (_, site) => {
  const { feed } = site

  it("has its written pieces", () => {
    expect(feed.articles.length).toBeGreaterThanOrEqual(5)
    expect(feed.notes.length).toBeGreaterThanOrEqual(10)
    expect(new Set(feed.articles.map(({ key }) => key)).size).toBe(feed.articles.length)
    expect(feed.kind === "podcast" || feed.kind === "video").toBe(feed.seconds !== undefined)
    for (const { text } of feed.articles) {
      const [lead = "", ...paragraphs] = text.split(/\n\s*\n/)
      expect(lead.length).toBeGreaterThan(20)
      expect(paragraphs.length).toBeGreaterThanOrEqual(3)
    }
  })

  it("lists 12 to 40 items that cover the whole time window, and finds each by its key", () => {
    const items = itemsAt(site, NOW)
    expect(items.length).toBeGreaterThanOrEqual(12)
    expect(items.length).toBeLessThanOrEqual(40)
    expect(items.at(-1)?.published.getTime()).toBeLessThan(NOW.getTime() - 45 * 86_400_000)
    for (const item of items) expect(findItem(site, item.key, NOW)).toEqual(item)
  })

  it("never repeats a title within the time window, and leaves no placeholder unfilled", () => {
    const minutes = STREAM_MINUTES[feed.pace]
    const slots = (REACH_DAYS * 24 * 60) / minutes
    const notes = Array.from({ length: slots }, (_, slot) =>
      streamNote(feed, 50_000 + slot, new Date(NOW.getTime() + slot * minutes * 60_000)),
    )
    const titles = [...notes, ...feed.notes, ...feed.articles].map(({ title }) => title)
    expect(titles.length - new Set(titles).size).toBe(0)
    for (const { title, text } of notes) expect(`${title} ${text}`).not.toMatch(/[{}]|undefined|NaN/)
  })

  it("combines every part of a note with every other before a combination repeats", () => {
    const { a, b, c } = feed.stream
    const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other))
    expect(divisor(a.length, b.length)).toBe(1)
    expect(divisor(a.length, c.length)).toBe(1)
    expect(divisor(b.length, c.length)).toBe(1)
  })
})

it("tells of the previous day in notes published at night", () => {
  const harbour = feeds.find(({ slug }) => slug === "harbour-letter")
  const note = harbour && streamNote(harbour, 50_001, new Date(Date.UTC(2026, 10, 21, 3, 30)))
  expect(note?.title).toContain("20 November")
})
