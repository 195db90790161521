import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MESSAGE_LENGTH_MAX } from "#contract/chat"
import { type Block, type Inline, parseMarkdown } from "./parseMarkdown.ts"

/** A short form of parts: text as it is, everything else in tags. */
const inline = (parts: ReadonlyArray<Inline>): string =>
  parts
    .map((part) => {
      if (!("parts" in part)) return part.kind === "text" ? part.text : `<code>${part.text}</code>`
      return part.kind === "link" ? `<${part.href}>${inline(part.parts)}</>` : `<${part.kind}>${inline(part.parts)}</>`
    })
    .join("")
const block = (each: Block): string => {
  if (each.kind === "code") return `{code ${each.text}}`
  if (each.kind === "list")
    return `{list ${each.items.map(({ number, parts }) => `${number ?? "-"}:${inline(parts)}`)}}`
  return each.kind === "quote" ? `{quote ${inline(each.parts)}}` : inline(each.parts)
}
const read = (text: string) => parseMarkdown(text).map(block)

describe("the Markdown of messages", () => {
  it.each([
    ["**bold** and *italic* and _italic_", "<strong>bold</> and <em>italic</> and <em>italic</>"],
    ["***both***", "<strong><em>both</></>"],
    ["这是*重点*内容", "这是<em>重点</>内容"],
    ["`a * b * c` **x**", "<code>a * b * c</code> <strong>x</>"],
    ["[the *map*](https://example.org/a_b_c)", "<https://example.org/a_b_c>the <em>map</></>"],
    ["**see https://example.org/a_b_c**", "<strong>see https://example.org/a_b_c</>"],
  ])("reads %s", (text, expected) => {
    expect(read(text)).toEqual([expected])
  })

  it.each([
    "2 * 3 * 4 = 24, and 2*3*4 too",
    "snake_case_name and __init__.py",
    "* ",
    "**",
    "**** and __",
    "a ** b ** c",
    "unfinished **bold and *italic",
    "[a](javascript:alert(1)) [b](data:text/html,x) [c](/path)",
    "[x] done",
    "``` not closed\ncode",
    "<b>raw</b> & <script>",
    "line one\n\n  line two",
    "24.12. ist ein Feiertag",
  ])("leaves %j as it was typed", (text) => {
    expect(read(text)).toEqual([text])
  })

  it("reads code blocks, quotes and lists with numbers as typed", () => {
    const text = "Look:\n```js\nconst **a** = 1\n```\n> said\n> *before*\n- one\n- **two**\n3. three\nend"
    expect(read(text)).toEqual([
      "Look:",
      "{code const **a** = 1}",
      "{quote said\n<em>before</>}",
      "{list -:one,-:<strong>two</>,3:three}",
      "end",
    ])
  })

  it("loses no character of what is not a mark", () => {
    const sign = fc.constantFrom(
      "a",
      "b",
      " ",
      "\n",
      "*",
      "**",
      "_",
      "`",
      "[",
      "](https://a.org)",
      "]",
      "> ",
      "- ",
      "h",
    )
    const letters = (text: string) => text.replaceAll(/[^ab]/g, "")
    fc.assert(
      fc.property(
        fc
          .array(sign, { maxLength: 40 })
          .map((signs) => signs.join(""))
          .filter((text) => !text.includes("```")),
        (text) => {
          const shown = read(text)
            .join("\n")
            .replaceAll(/\{(?:code|quote|list) |<\/?(?:code|strong|em|https:[^>]*)?>|\]\(https:\/\/a\.org\)/g, "")
          expect(letters(shown)).toBe(letters(text.replaceAll(/\]\(https:\/\/a\.org\)/g, "]")))
        },
      ),
    )
  })

  it("takes linear time for the longest message, whatever a stranger writes", () => {
    const measure = (unit: string, length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
      const from = performance.now()
      for (let turn = 0; turn < 5; turn += 1) parseMarkdown(text)
      return performance.now() - from
    }
    const hostile = [
      "*",
      "**a",
      "_a",
      "`",
      "[",
      "[a](",
      "http://:",
      "http://a)",
      "http://a.",
      "> ",
      "- a\n",
      "```\n",
      "*_[`",
    ]
    for (const unit of hostile) expect([unit, measure(unit, MESSAGE_LENGTH_MAX) < 500]).toEqual([unit, true])
  })
})
