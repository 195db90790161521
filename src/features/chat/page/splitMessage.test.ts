import { describe, expect, it } from "vitest"
import {
  completeMention,
  excerptOf,
  linkIn,
  type MessagePart,
  mentionAt,
  splitMessage,
  suggestPeople,
} from "./splitMessage.ts"

const people = [
  { code: "QIANNA", name: "Anna" },
  { code: "QIANNAB", name: "Anna Beck" },
]
const shown = (parts: ReadonlyArray<MessagePart>) =>
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
    expect(shown(splitMessage(text, { people }))).toEqual(expected)
  })

  it.each([
    ["@Anna hello", ["{@Anna=QIANNA}", " hello"]],
    ["@anna beck, hello", ["{@anna beck=QIANNAB}", ", hello"]],
    ["thanks, @QIANNA!", ["thanks, ", "{@QIANNA=QIANNA}", "!"]],
    ["@Annabel and me@QIANNA are others", ["@Annabel and me@QIANNA are others"]],
    ["@nobody", ["@nobody"]],
  ])("names people: %s", (text, expected) => {
    expect(shown(splitMessage(text, { people }))).toEqual(expected)
  })

  it("has a first link", () => {
    expect(linkIn("see http://example.org/a, then https://example.org/b")).toBe("http://example.org/a")
    expect(linkIn("nowhere")).toBeUndefined()
  })

  it("marks search hits, also in links, and escapes the search term", () => {
    expect(shown(splitMessage("One tea, two TEAs, a steam", { people, found: "tea one" }))).toEqual([
      "*One*",
      " ",
      "*tea*",
      ", two ",
      "*TEA*",
      "s, a steam",
    ])
    expect(shown(splitMessage("https://tea.org", { people, found: "tea" }))).toEqual([
      "[https://](https://tea.org/)",
      "[*tea*](https://tea.org/)",
      "[.org](https://tea.org/)",
    ])
    expect(shown(splitMessage("a.b (c) [d]", { people, found: ". (c [" }))).toEqual([
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

const members = [
  { code: "QIBORIS", name: "Boris Beck" },
  { code: "QIANNA", name: "Anna" },
]

it.each([
  ["@", 1, { from: 0, typed: "" }],
  ["hello @bo", 9, { from: 6, typed: "bo" }],
  ["hello @boris b", 14, { from: 6, typed: "boris b" }],
  ["mail me@bo", 10, undefined],
  ["hello @bo and", 3, undefined],
] as const)("finds the mention in %j at %d", (text, caret, mention) => {
  expect(mentionAt(text, caret)).toEqual(mention)
})

it("suggests people and completes the name", () => {
  const mention = { from: 6, typed: "qib" }
  expect(suggestPeople(members, mention)).toEqual([members[0]])
  expect(suggestPeople(members, { ...mention, typed: "" })).toEqual(members)
  expect(suggestPeople(members, { ...mention, typed: "carol" })).toEqual([])
  expect(completeMention("hello @qib!", 10, mention, { code: "QIBORIS", name: "Boris Beck" })).toEqual({
    text: "hello @Boris Beck !",
    caret: 18,
  })
})

const LONG = "We walked along the other bank, past the mill and the old brickworks, to the bridge at nine."

it.each([
  ["short", "Meet me at the bridge", "bridge", "Meet me at the bridge"],
  ["found early", LONG, "walked", LONG],
  ["found late", LONG, "bridge", "…brickworks, to the bridge at nine."],
  ["not found as it stands", LONG, "brücke", LONG],
  ["without spaces", `${"桥".repeat(60)}河`, "河", `…${"桥".repeat(20)}河`],
  ["of pairs of code units", `${"🌉".repeat(30)}x河`, "河", `…${"🌉".repeat(9)}x河`],
])("cuts a text that is %s so that the hit is visible", (_, text, found, excerpt) => {
  expect(excerptOf(text, found)).toBe(excerpt)
})
