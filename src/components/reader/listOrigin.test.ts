import { describe, expect, it } from "vitest"
import { feedsOfOrigin, hrefInList, listOrigin } from "./listOrigin.ts"

const SITE = "https://quire.example"
const from = (referrer: string | null, query = "") =>
  listOrigin(new URL(`${SITE}/newsfeeds/newsdetail?id=x${query}`), referrer, SITE)

describe("the list that an article was opened from", () => {
  it.each([
    [`${SITE}/newsfeeds`, { list: "newsfeed", group: null }],
    [`${SITE}/newsfeeds?group=Europe`, { list: "newsfeed", group: "Europe" }],
    [`${SITE}/newsfeeds?view=all&group=Europe`, { list: "all", group: null }],
    [`${SITE}/newsfeeds/librarynews`, { list: "all", group: null }],
    [`${SITE}/newsfeeds?only=f`, { list: "feed", group: null }],
    [`${SITE}/detail/f`, { list: "feed", group: null }],
    ["https://elsewhere.example/newsfeeds", { list: "feed", group: null }],
    ["nonsense", { list: "feed", group: null }],
    [null, { list: "feed", group: null }],
  ])("after %s", (referrer, origin) => expect(from(referrer)).toEqual(origin))
  it("stays the same on the way to other articles", () => {
    const origin = from(`${SITE}/newsfeeds?group=A%26B`)
    const href = hrefInList("y", origin)
    expect(listOrigin(new URL(href, SITE), `${SITE}/detail/f`, SITE)).toEqual(origin)
  })
  it("is the feed once the address says so", () =>
    expect(from(`${SITE}/newsfeeds`, "&list=feed")).toEqual({ list: "feed", group: null }))
  it("has the feeds of the newsfeed or the group", () => {
    const follows = new Map([
      ["A", ["a"]],
      ["", ["b"]],
    ])
    const feeds = (list: "newsfeed" | "all" | "feed", group: string | null) =>
      feedsOfOrigin({ list, group }, { feedId: "f", follows })
    expect(feeds("newsfeed", null)).toEqual(["a", "b"])
    expect(feeds("newsfeed", "A")).toEqual(["a"])
    expect(feeds("newsfeed", "B")).toEqual([])
    expect(feeds("feed", null)).toEqual(["f"])
    expect(feeds("all", null)).toBeNull()
  })
})
