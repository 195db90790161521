import { expect, it } from "vitest"
import { GUESSES_MAX, wellKnownFeeds } from "./discoverFeeds.ts"

it("guesses below the root", () => {
  const guesses = wellKnownFeeds("https://example.com/?page=1")
  expect(guesses).toHaveLength(GUESSES_MAX)
  expect(guesses.slice(0, 3)).toEqual([
    "https://example.com/feed/",
    "https://example.com/rss.xml",
    "https://example.com/feed.xml",
  ])
})

it.each([
  ["https://example.com/blog/", "https://example.com/blog/"],
  ["https://example.com/blog", "https://example.com/blog/"],
  ["https://example.com/blog/post.html", "https://example.com/blog/"],
  ["https://example.com:8080/a/b/", "https://example.com:8080/a/b/"],
])("guesses in the folder of %s first, then below the root, nine in all", (page, folder) => {
  const guesses = wellKnownFeeds(page)
  expect(guesses).toHaveLength(9)
  expect(new Set(guesses).size).toBe(9)
  expect(guesses.slice(0, 4).every((guess) => guess.startsWith(folder))).toBe(true)
  expect(guesses[4]).toBe(`${new URL(page).origin}/feed/`)
})
