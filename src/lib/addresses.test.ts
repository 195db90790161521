import { describe, expect, it } from "vitest"
import { translator } from "../i18n/index.ts"
import { localPath } from "./localPath.ts"
import { rowOf, tabs } from "./menu.ts"
import { paths } from "./paths.ts"
import { toggleInQuery, withQuery } from "./query.ts"

describe("addresses", () => {
  it("[S2-051] [S2-052] lead to the results of a search, and to the feeds if it is empty", () => {
    expect(paths.search("a & b")).toBe("/newsfeeds/search?kw=a+%26+b")
    expect(paths.search("  ")).toBe("/newsfeeds/search?type=feed")
  })

  it("escape parameter values", () => {
    expect(paths.user("a/b", "c?d")).toBe("/user/a%2Fb/c%3Fd")
    expect(paths.channel("QI&1")).toBe("/channel/detail?code=QI%261")
  })

  it.each([
    ["/faq?a=1", "/faq?a=1"],
    ["//elsewhere.example", undefined],
    ["/\\elsewhere.example", undefined],
    ["https://elsewhere.example", undefined],
    ["/a\r\nset-cookie: x=1", undefined],
    [null, undefined],
  ])("return to %s: %s", (text, path) => expect(localPath(text)).toBe(path))

  const url = new URL("https://x.example/newsfeeds?group=A&source=a&source=b&page=3")

  it("change one parameter and restart paging", () => {
    expect(withQuery(url, { group: undefined, time: "7" })).toBe("/newsfeeds?source=a&source=b&time=7")
    expect(withQuery(new URL("https://x.example/a?b=1"), { b: undefined })).toBe("/a")
  })

  it("add and remove one of several values", () => {
    expect(toggleInQuery(url, "source", "c")).toBe("/newsfeeds?group=A&source=a&source=b&source=c")
    expect(toggleInQuery(url, "source", "a")).toBe("/newsfeeds?group=A&source=b")
  })
})

describe("the top tabs", () => {
  it("[S2-053] [S3-024] are rows of label and path, in the order of the specification", () => {
    expect(tabs.map(({ label }) => translator("en")(label))).toEqual([
      "Home",
      "Channel",
      "Newsfeed",
      "Subscriptions",
      "Why Crypto?",
      "FAQ",
    ])
    expect(tabs.map(({ path }) => path)).toEqual(["/", "/channel", "/newsfeeds", "/subscriptions", "/crypto", "/faq"])
  })

  it.each([
    ["/", "/"],
    ["/newsfeeds/search", "/newsfeeds"],
    ["/newsfeedsx", undefined],
    ["/detail/x", undefined],
  ])("highlight on %s the tab %s", (path, row) => expect(rowOf(tabs, path)?.path).toBe(row))
})
