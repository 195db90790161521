import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { readAddress } from "./discoverFeeds.ts"

const tries = (address: string) =>
  Effect.runSync(Effect.map(readAddress(address), (urls) => urls.map(({ href }) => href)))

describe("what a person typed", () => {
  it.each([
    ["https://example.com/feed", ["https://example.com/feed"]],
    ["http://example.com", ["http://example.com/"]],
    ["  HTTPS://Example.com/Feed \n", ["https://example.com/Feed"]],
    ["example.com/blog", ["https://example.com/blog", "http://example.com/blog"]],
    ["localhost:4400/a", ["https://localhost:4400/a", "http://localhost:4400/a"]],
    ["feed://example.com/rss", ["https://example.com/rss", "http://example.com/rss"]],
    ["feed:https://example.com/rss", ["https://example.com/rss"]],
    ["itpc://example.com/podcast", ["https://example.com/podcast", "http://example.com/podcast"]],
    ["@somebody@mastodon.example", ["https://mastodon.example/@somebody"]],
    ["somebody@mastodon.example", ["https://mastodon.example/@somebody"]],
    ["bücher.example", ["https://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"]],
  ])("%s is tried as %o", (address, urls) => expect(tries(address)).toEqual(urls))

  it.each([
    ["", "unreadable"],
    ["two words", "unreadable"],
    ["https://", "unreadable"],
    ["https://exa mple.com", "unreadable"],
    ["ftp://example.com/feed", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["javascript:alert(1)", "scheme"],
    [`https://example.com/${"a".repeat(2048)}`, "unreadable"],
    ["a".repeat(1_000), "unreadable"],
  ])("%s is refused: %s", (address, reason) => {
    expect(Effect.runSync(Effect.flip(readAddress(address)))).toMatchObject({ _tag: "BadAddress", reason })
  })
})
