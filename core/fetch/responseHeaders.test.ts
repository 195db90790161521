import { describe, expect, it } from "vitest"
import { cacheMaxAgeSecondsOf, linkHeadersOf, retryAfterSecondsOf } from "./responseHeaders.ts"

const now = Date.parse("2026-11-20T12:00:00Z")

describe("Retry-After", () => {
  it.each([
    ["120", 120],
    ["0", 0],
    [" 30 ", 30],
    ["Fri, 20 Nov 2026 12:01:30 GMT", 90],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
    ["999999999", 86_400],
    ["Fri, 20 Nov 2099 12:00:00 GMT", 86_400],
    ["soon", null],
    ["", null],
  ])("%s", (value, seconds) => expect(retryAfterSecondsOf({ "retry-after": value }, now)).toBe(seconds))

  it("may be absent", () => expect(retryAfterSecondsOf({}, now)).toBeNull())
})

describe("cache lifetimes", () => {
  it.each([
    [{ "cache-control": "public, max-age=600" }, 600],
    [{ "cache-control": 'max-age="60"' }, 60],
    [{ "cache-control": "s-maxage=5, Max-Age=10" }, 10],
    [{ "cache-control": ["public", "max-age=7"] }, 7],
    [{ "cache-control": "no-cache, max-age=600" }, 0],
    [{ "cache-control": "no-store" }, 0],
    [{ "cache-control": "max-age=99999999999" }, 604_800],
    [{ "cache-control": "public" }, null],
    [{ expires: "Fri, 20 Nov 2026 12:10:00 GMT", date: "Fri, 20 Nov 2026 12:05:00 GMT" }, 300],
    [{ expires: "Fri, 20 Nov 2026 12:10:00 GMT" }, 600],
    [{ expires: "Fri, 20 Nov 2026 11:00:00 GMT" }, 0],
    [{ expires: "0" }, 0],
    [{ expires: "Fri, 20 Nov 2026 12:10:00 GMT", "cache-control": "max-age=60" }, 60],
    [{}, null],
  ])("%o", (headers, seconds) => expect(cacheMaxAgeSecondsOf(headers, now)).toBe(seconds))
})

describe("Link headers", () => {
  const read = (...link: ReadonlyArray<string>) => linkHeadersOf({ link }, "https://example.com/blog/feed")

  it("contain hubs and the self address", () => {
    expect(read('<https://hub.example/>; rel="hub", </feed.xml>; rel=self')).toEqual({
      hubs: ["https://hub.example/"],
      self: "https://example.com/feed.xml",
    })
  })

  it("are parsed if there are several headers, several names in one rel, or other parameters", () => {
    expect(read('<https://a.example/>; title="a, b; c"; rel="hub"', '<feed>; rel="alternate self"; type="x"')).toEqual({
      hubs: ["https://a.example/"],
      self: "https://example.com/blog/feed",
    })
  })

  it("are ignored if they contain no web address or an unknown relation", () => {
    expect(read("<javascript:alert(1)>; rel=hub", '</style.css>; rel="preload"', "nonsense; rel=self")).toEqual({
      hubs: [],
      self: null,
    })
  })

  it("are limited in number", () => {
    expect(read(...Array<string>(50).fill("<https://hub.example/>; rel=hub")).hubs).toHaveLength(20)
  })
})
