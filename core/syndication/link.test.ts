import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalUrl, linkKey, stripTrackers } from "./link.ts"

describe("canonicalUrl", () => {
  it.each([
    ["HTTP://Example.COM", "http://example.com/"],
    ["https://example.com:443/a#top", "https://example.com/a"],
    ["http://example.com:80/", "http://example.com/"],
    ["https://example.com:8443/", "https://example.com:8443/"],
    ["https://name:word@example.com/", "https://example.com/"],
    ["https://example.com/a?utm_source=x&b=2&a=1&fbclid=y", "https://example.com/a?b=2&a=1"],
    ["https://example.com/?utm_source=x", "https://example.com/"],
    ["https://example.com/?q=a%20b+c&flag", "https://example.com/?q=a%20b+c&flag"],
    ["https://example.com/Path/", "https://example.com/Path/"],
    ["  https://example.com/a  ", "https://example.com/a"],
    ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
  ])("%s is stored as %s", (address, stored) => expect(canonicalUrl(address)).toBe(stored))

  it.each(["", "example.com", "ftp://example.com/", "javascript:alert(1)", "https://"])("%s is none", (address) =>
    expect(canonicalUrl(address)).toBeNull(),
  )

  it("says the same of what it said", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const once = canonicalUrl(address)
        expect(once === null ? null : canonicalUrl(once)).toBe(once)
      }),
    )
  })
})

describe("linkKey", () => {
  it.each([
    "http://example.com/a",
    "https://example.com/a/",
    "https://www.example.com/a",
    "https://EXAMPLE.com:443/a#part",
    "http://example.com:80/a?utm_medium=feed&gclid=1",
  ])("%s is one page with the others", (address) => expect(linkKey(address)).toBe("example.com/a"))

  it.each([
    ["https://example.com/A", "example.com/A"],
    ["https://example.com/a?p=1", "example.com/a?p=1"],
    ["https://example.com/#!/story/1", "example.com#!/story/1"],
    ["https://example.com/#/story/1", "example.com#/story/1"],
    ["https://example.com:8080/a", "example.com:8080/a"],
    ["https://example.com/", "example.com"],
    ["urn:uuid:1 ", "urn:uuid:1"],
  ])("%s is %s", (address, key) => expect(linkKey(address)).toBe(key))
})

describe("stripTrackers", () => {
  it.each([
    ["https://example.com/a?id=7&utm_campaign=x#part", "https://example.com/a?id=7#part"],
    ["https://example.com/a#xtor=RSS-1", "https://example.com/a"],
    ["https://example.com/a#utm_source=rss", "https://example.com/a"],
    ["https://example.com/a?mc_cid=1&MC_EID=2", "https://example.com/a"],
    ["https://example.com/a?reference=1&gallery=2&at=3", "https://example.com/a?reference=1&gallery=2&at=3"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ])("%s becomes %s", (address, clean) => expect(stripTrackers(address)).toBe(clean))
})
