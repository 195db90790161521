import { describe, expect, it } from "vitest"
import { linkIn, type Part, partsOf } from "./parts.ts"

const people = [
  { code: "QIANNA", name: "Anna" },
  { code: "QIANNAB", name: "Anna Beck" },
]
const shown = (parts: ReadonlyArray<Part>) =>
  parts.map(({ text, href, mention, isFound }) => {
    const inner = isFound ? `*${text}*` : text
    return href !== undefined ? `[${inner}](${href})` : mention !== undefined ? `{${inner}=${mention}}` : inner
  })

describe("a message's text", () => {
  it.each([
    ["nothing special", ["nothing special"]],
    ["see https://example.org/a?b=c.", ["see ", "[https://example.org/a?b=c](https://example.org/a?b=c)", "."]],
    ["(http://example.org/x_(y))", ["(", "[http://example.org/x_(y)](http://example.org/x_(y))", ")"]],
    [
      "看https://example.org/路。好",
      ["看", "[https://example.org/路。好](https://example.org/%E8%B7%AF%E3%80%82%E5%A5%BD)"],
    ],
    ["HTTPS://EXAMPLE.ORG!", ["[HTTPS://EXAMPLE.ORG](https://example.org/)", "!"]],
    ["javascript:alert(1) and data:text/html,x", ["javascript:alert(1) and data:text/html,x"]],
    ["https:// and http://", ["https:// and http://"]],
    ['https://a"onclick=alert(1)', ["[https://a](https://a/)", '"onclick=alert(1)']],
  ])("%s", (text, expected) => {
    expect(shown(partsOf(text, { people }))).toEqual(expected)
  })

  it.each([
    ["@Anna hello", ["{@Anna=QIANNA}", " hello"]],
    ["@anna beck, hello", ["{@anna beck=QIANNAB}", ", hello"]],
    ["thanks, @QIANNA!", ["thanks, ", "{@QIANNA=QIANNA}", "!"]],
    ["@Annabel and me@QIANNA are others", ["@Annabel and me@QIANNA are others"]],
    ["@nobody", ["@nobody"]],
  ])("names people: %s", (text, expected) => {
    expect(shown(partsOf(text, { people }))).toEqual(expected)
  })

  it("leads somewhere first", () => {
    expect(linkIn("see http://example.org/a, then https://example.org/b")).toBe("http://example.org/a")
    expect(linkIn("nowhere")).toBeUndefined()
  })

  it("shows what a search found, in links too, and takes what is typed as it is", () => {
    expect(shown(partsOf("One tea, two TEAs, a steam", { people, found: "tea one" }))).toEqual([
      "*One*",
      " ",
      "*tea*",
      ", two ",
      "*TEA*",
      "s, a steam",
    ])
    expect(shown(partsOf("https://tea.org", { people, found: "tea" }))).toEqual([
      "[https://](https://tea.org/)",
      "[*tea*](https://tea.org/)",
      "[.org](https://tea.org/)",
    ])
    expect(shown(partsOf("a.b (c) [d]", { people, found: ". (c [" }))).toEqual([
      "a",
      "*.*",
      "b ",
      "*(c*",
      ") ",
      "*[*",
      "d]",
    ])
  })
})
