import { describe, expect, it } from "vitest"
import { parseSearchParams, toSearchQuery, wordsForFeeds } from "./searchParams.ts"

const NOW = new Date("2026-11-21T12:00:00Z")
const requested = (query: string) => parseSearchParams(new URLSearchParams(query), NOW, "UTC")

describe("what an address asks", () => {
  it("is read with everything that narrows it", () => {
    const all = requested(
      "kw=+night+train+&language=de&source=Podcast&source=RSS&time=7&sort=best&cursor=n.1&tag=%23Rail",
    )
    expect(all).toEqual({
      text: "night train",
      tag: "Rail",
      language: "DE",
      sources: ["RSS", "Podcast"],
      time: { fromMs: NOW.getTime() - 7 * 86_400_000, beforeMs: undefined },
      sort: "best",
      cursor: "n.1",
      filters: 4,
    })
    expect(toSearchQuery(all)).toMatchObject({ query: "night train", tag: "Rail", languages: ["de"], sort: "best" })
  })

  it("defaults to everything if it is missing or invalid", () => {
    const nothing = { text: "", tag: "", language: undefined, sources: [], sort: "newest", filters: 0 }
    expect(requested("")).toMatchObject(nothing)
    expect(requested("language=XX&source=Nowhere&sort=odd&time=9")).toMatchObject(nothing)
    expect(toSearchQuery(requested(""))).toMatchObject({ query: "", tag: undefined, languages: [] })
    expect(requested(`kw=${"x".repeat(300)}`).text).toHaveLength(200)
  })

  it.each([
    ["night train", "night train"],
    ['"night train" -strike site:example.org', "night train"],
    ["lang:de tag:health", ""],
    ["夜班火车 lang:zh", "夜班火车"],
  ])("of %s a feed can have %s", (text, words) => expect(wordsForFeeds(text)).toBe(words))
})
