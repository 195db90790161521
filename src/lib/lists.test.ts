import { expect, it } from "vitest"
import { listHref, listOf } from "./lists.ts"

const [ALPHA, BRAVO] = ["a".repeat(20), "b".repeat(20)]
const guest = {
  follows: new Map([
    ["", [ALPHA]],
    ["On rivers", [BRAVO]],
  ]),
  locale: "en",
}
const nobody = { follows: new Map<string, ReadonlyArray<string>>(), locale: "en" }
const hrefOf = (path: string, reader: Parameters<typeof listOf>[1] = nobody) => {
  const list = listOf(new URL(path, "https://quire.example"), reader)
  return list && listHref(list, "rss")
}

it("returns the list that a page shows, with the same filters", () => {
  expect(hrefOf("/")).toBe("/feeds/library.rss")
  expect(hrefOf("/newsfeeds/librarynews?language=DE&cursor=1.x.2")).toBe("/feeds/library.rss?language=DE")
  expect(hrefOf("/newsfeeds/search?kw=old+rivers&source=RSS&source=Podcast")).toBe(
    "/feeds/library.rss?kw=old+rivers&source=RSS&source=Podcast",
  )
  expect(hrefOf("/newsfeeds?view=all&tag=Health", guest)).toBe("/feeds/library.rss?tag=Health")
  expect(hrefOf("/newsfeeds")).toBe("/feeds/library.rss")
})

it("puts feed ids into the address of a guest's newsfeed, because programs send no cookie", () => {
  expect(hrefOf("/newsfeeds", guest)).toBe(`/feeds/follows.rss?feeds=${ALPHA}.${BRAVO}`)
  expect(hrefOf("/newsfeeds?group=On+rivers&source=RSS", guest)).toBe(
    `/feeds/follows.rss?feeds=${BRAVO}&name=On+rivers&source=RSS`,
  )
})

it("returns no list if there are too many feeds for an address", () => {
  const many = Array.from({ length: 101 }, (_, index) => `f${String(index).padStart(19, "0")}`)
  expect(hrefOf("/newsfeeds", { ...nobody, follows: new Map([["", many]]) })).toBeUndefined()
  expect(hrefOf("/newsfeeds", { ...nobody, follows: new Map([["", many.slice(1)]]) })).toContain("/feeds/follows.rss")
})

it("adds the language of the list's title", () => {
  expect(hrefOf("/", { ...nobody, locale: "de" })).toBe("/feeds/library.rss?locale=de")
})

it("returns no list for a page without one", () => {
  expect(hrefOf("/faq")).toBeUndefined()
})
