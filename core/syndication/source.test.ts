import { describe, expect, it } from "vitest"
import {
  detectSource,
  kindOf,
  platformOf,
  SOURCE_NAMES,
  type SourceType,
  sourceUrlOf,
  WEB_ADDRESS_PATTERN,
} from "./source.ts"

it("[S3-038] knows 20 source types: the six of the portal, and platforms of video, blogs, messaging and networks", () => {
  expect(SOURCE_NAMES).toHaveLength(20)
  expect(new Set(SOURCE_NAMES).size).toBe(20)
  expect(SOURCE_NAMES.slice(0, 6)).toEqual(["QI", "RSS", "RSS-Video", "Podcast", "Other", "Home"])
  const kinds = new Set(SOURCE_NAMES.slice(6).map(kindOf))
  expect(kinds).toEqual(new Set(["video", "blog", "messaging", "social"]))
})

const hosts: ReadonlyArray<readonly [string, SourceType]> = [
  ["https://www.youtube.com/@somebody", "YouTube"],
  ["https://m.youtube.com/watch?v=abc", "YouTube"],
  ["https://youtu.be/abc", "YouTube"],
  ["youtube.com/channel/UC1", "YouTube"],
  ["https://vimeo.com/staff", "Vimeo"],
  ["https://player.vimeo.com/video/1", "Vimeo"],
  ["https://odysee.com/@name:1", "Odysee"],
  ["https://www.bitchute.com/channel/a/", "Bitchute"],
  ["https://rumble.com/c/a", "Rumble"],
  ["https://peertube.tv/c/a", "PeerTube"],
  ["https://my-peertube.example/c/a", "PeerTube"],
  ["https://framatube.org/c/a", "PeerTube"],
  ["https://name.substack.com/", "Substack"],
  ["https://medium.com/@name", "Medium"],
  ["https://name.medium.com", "Medium"],
  ["https://name.wordpress.com", "WordPress"],
  ["https://name.ghost.io", "Ghost"],
  ["https://name.blogspot.com", "Blogger"],
  ["https://name.blogspot.co.uk", "Blogger"],
  ["HTTPS://WWW.YOUTUBE.COM/", "YouTube"],
]

describe("[S5-023] the platform of a source address", () => {
  it.each(hosts)("%s is %s by its host", (url, source) => expect(detectSource(url)).toBe(source))

  it.each([
    "https://example.com/feed.xml",
    "https://notyoutube.com/",
    "https://youtube.com.example.org/",
    "https://example.org/?u=https://vimeo.com/a",
    "https://mastodon.social/@name",
    "https://t.me/name",
    "https://x.com/name",
    "not an address",
    "ftp://youtube.com/",
    "",
  ])("%s is RSS", (url) => expect(detectSource(url)).toBe("RSS"))

  it.each([
    ["https://t.me/s/name", "Telegram"],
    ["https://mastodon.social/@name", "Mastodon"],
    ["https://mstdn.jp/@name", "Mastodon"],
    ["https://x.com/name", "X"],
    ["https://twitter.com/name", "X"],
    ["https://netflix.com/name", null],
    ["https://example.com/", null],
  ])("%s belongs to %s", (url, platform) => expect(platformOf(url)).toBe(platform))
})

describe("[S5-022] a source address in a text", () => {
  it.each([
    "https://example.com/feed.xml",
    "http://example.com",
    "example.com",
    "example.com/blog/feed?format=rss",
    "sub.domain.example.co.uk:8080/a/b/",
    "bücher.example/feed",
    "xn--bcher-kva.example/feed",
    "example.xn--p1ai/feed",
    "news.example.photography/rss",
  ])("%s is kept", (text) => expect(sourceUrlOf(text)).toBe(text))

  it("is trimmed", () => expect(sourceUrlOf("  example.com/feed \n")).toBe("example.com/feed"))

  it.each([
    "",
    "   ",
    "words only",
    "localhost",
    "localhost/feed",
    "ftp://example.com/feed",
    "javascript:alert(1)",
    "mailto:name@example.com",
    "https://",
    "https://example",
    "example.com/a b",
    "-bad.example.com",
    "example..com",
    "1.2.3.4",
    `https://example.com/${"a".repeat(2048)}`,
  ])("%s is empty", (text) => expect(sourceUrlOf(text)).toBe(""))
})

describe("the pattern of a web address [S5-006]", () => {
  /** As browsers compile it (HTML standard, the pattern attribute). */
  const pattern = new RegExp(`^(?:${WEB_ADDRESS_PATTERN})$`, "v")
  const isWebAddress = (text: string) => pattern.test(text)

  it.each([
    "http://example.com",
    "https://example.com",
    "https://www.example.co.uk/path?query=1#part",
    "https://example.museum/",
    "https://example.com:8080/",
    "HTTPS://EXAMPLE.COM",
    "https://bücher.net",
  ])("matches %s", (text) => expect(isWebAddress(text)).toBe(true))

  it.each([
    "example.com",
    "ftp://example.com",
    "https://example",
    "https://example.c",
    "https://example.photography",
    "https://example.c0m",
    "https://.com",
    "https://example.com/a b",
    "https://user@example.com/",
    "see https://example.com",
    "",
  ])("does not match %s", (text) => expect(isWebAddress(text)).toBe(false))

  it("answers at once for a text made to be slow", () => {
    const before = process.cpuUsage()
    isWebAddress(`https://${"a-".repeat(1000)}`)
    sourceUrlOf(`${"a.".repeat(1000)}!`)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(100)
  })
})
