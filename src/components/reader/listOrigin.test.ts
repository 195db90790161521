import { describe, expect, it } from "vitest"
import { hrefInList, listOrigin, neighbourListOf } from "./listOrigin.ts"

const SITE = "https://quire.example"
const from = (referrer: string | null, query = "", unreadOnly = false) =>
  listOrigin(new URL(`${SITE}/newsfeeds/newsdetail?id=x${query}`), { referrer, origin: SITE, unreadOnly })
const shown = (...way: Parameters<typeof from>) => {
  const { list, filters } = from(...way)
  return `${list} ${filters}`.trim()
}

describe("the list that an article was opened from", () => {
  it.each([
    [`${SITE}/newsfeeds`, "newsfeed"],
    [`${SITE}/newsfeeds?group=Europe&cursor=1`, "newsfeed group=Europe"],
    [`${SITE}/newsfeeds?only=f&source=RSS&source=Podcast&time=7`, "newsfeed only=f&source=RSS&source=Podcast&time=7"],
    [`${SITE}/newsfeeds?show=unread`, "newsfeed show=unread"],
    [`${SITE}/newsfeeds?view=all&group=Europe&language=de`, "all language=de"],
    [`${SITE}/newsfeeds/librarynews`, "all"],
    [`${SITE}/newsfeeds?search=ferries`, "feed"],
    [`${SITE}/detail/f`, "feed"],
    ["https://elsewhere.example/newsfeeds", "feed"],
    ["nonsense", "feed"],
    [null, "feed"],
  ])("after %s", (referrer, origin) => expect(shown(referrer)).toBe(origin))
  it("shows only unread items if the newsfeed did, unless its address says otherwise", () => {
    expect(shown(`${SITE}/newsfeeds?group=A`, "", true)).toBe("newsfeed group=A&show=unread")
    expect(shown(`${SITE}/newsfeeds?show=all`, "", true)).toBe("newsfeed show=all")
    expect(shown(`${SITE}/newsfeeds?view=all`, "", true)).toBe("all")
  })
  it("stays the same on the way to other articles", () => {
    const origin = from(`${SITE}/newsfeeds?group=A%26B&time=today`)
    const href = hrefInList("y", origin)
    const next = listOrigin(new URL(href, SITE), { referrer: `${SITE}/detail/f`, origin: SITE, unreadOnly: true })
    expect(String(next.filters)).toBe(String(origin.filters))
    expect(hrefInList("y", from(`${SITE}/detail/f`))).toBe("/newsfeeds/newsdetail?id=y")
  })
  it("is the feed once the address says so", () => expect(shown(`${SITE}/newsfeeds`, "&list=feed")).toBe("feed"))
  it("has the feeds and the filters of its address", () => {
    const follows = new Map([
      ["A", ["a"]],
      ["", ["b"]],
    ])
    const locals = { follows, account: null, content: { own: ["de"], showsAll: false }, timeZone: "UTC" }
    const reader = { read: [], unread: [], horizons: new Map() }
    const listOf = (query: string) =>
      neighbourListOf(from(null, query), {
        locals: locals as unknown as App.Locals,
        reader,
        now: new Date("2026-11-27T12:00:00Z"),
      })
    expect(listOf("&list=newsfeed").feedIds).toEqual(["a", "b"])
    expect(listOf("&list=newsfeed&group=A").feedIds).toEqual(["a"])
    expect(listOf("&list=newsfeed&group=B").feedIds).toEqual([])
    expect(listOf("&list=newsfeed&only=b").feedIds).toEqual(["b"])
    expect(listOf("&list=newsfeed&only=stranger").feedIds).toEqual([])
    expect(listOf("&list=newsfeed&show=unread&source=RSS")).toMatchObject({
      unreadOnly: true,
      sources: ["RSS"],
      reader,
    })
    expect(listOf("&list=newsfeed&time=today").fromMs).toBe(Date.UTC(2026, 10, 27))
    expect(listOf("&list=all")).toMatchObject({ feedIds: null, languages: ["de", ""] })
    expect(listOf("&list=all&language=fr").languages).toEqual(["fr"])
    expect(listOf("")).toEqual({ feedIds: "own" })
  })
})
