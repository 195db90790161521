import { describe, expect, it } from "vitest"
import { measureText } from "./measureText.ts"
import { mediaIdsOf } from "./mediaIdsOf.ts"
import { plainTextOf } from "./plainTextOf.ts"

const ID = "01890a5d-ac96-774b-bcce-b302099a8057"

describe("plainTextOf", () => {
  it.each([
    ["# A *b*\n\nc\nd\\\ne `f`", "A b\n\nc d\ne f"],
    ["- a\n- b\n  1. c\n  2. d", "- a\n\n- b\n\n  1. c\n\n  2. d"],
    ["- [x] a\n- [ ] b", "- ☑ a\n\n- ☐ b"],
    ["|a|b|\n|-|-|\n|c|*d*|", "a | b\n\nc | d"],
    [`![A picture](media:${ID})`, "A picture"],
    ["a[^1]\n\n[^1]: b", "a[1]\n\n[1] b"],
    ["```js\nx < 1\n```", "x < 1"],
    ["<b>a</b> &amp; \\*", "<b>a</b> & *"],
    ["> a\n>\n> b\n\n---", "a\n\nb"],
    ["[a](https://a.example/)", "a"],
  ])("reads %j as %j", (markdown, expected) => expect(plainTextOf(markdown)).toBe(expected))

  it("adds addresses for mail", () => {
    expect(plainTextOf("[a](https://a.example/) <https://b.example/>", { withAddresses: true })).toBe(
      "a (https://a.example/) https://b.example/",
    )
  })
})

describe("mediaIdsOf", () => {
  it("finds pictures and links, each once", () => {
    const other = ID.replace("8057", "8058")
    expect(mediaIdsOf(`[a](media:${other}) ![b](media:${ID}) ![c](media:${ID.toUpperCase()}) media:x`)).toEqual([
      other,
      ID,
    ])
  })
  it("ignores code and other addresses", () =>
    expect(mediaIdsOf(`\`![b](media:${ID})\` ![b](media:${ID}x) [c](https://a.example/media:${ID})`)).toEqual([]))
})

describe("measureText", () => {
  it("counts words, and characters of languages without spaces", () => {
    expect(measureText("It's one - two, three. 春天")).toEqual({ words: 6, minutes: 0 })
    expect(measureText(`${"word ".repeat(230)}${"字".repeat(400)}`)).toEqual({ words: 630, minutes: 2 })
  })
})
