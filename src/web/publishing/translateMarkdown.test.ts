import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { translateMarkdown } from "./translateMarkdown.ts"

const loud = (markdown: string): string =>
  Effect.runSync(translateMarkdown(markdown, (texts) => Effect.succeed(texts.map((text) => text.toUpperCase()))))

describe("translateMarkdown", () => {
  it.each([
    ["a\n\nb c", "A\n\nB C"],
    ["## a\n> - [x] b\n12. c", "## A\n> - [x] B\n12. C"],
    ["```js\nlet a\n```\nb", "```js\nlet a\n```\nB"],
    ["---\n|-|:-:|\nhttps://a.example/b\n![c](media:x)", "---\n|-|:-:|\nhttps://a.example/b\n![c](media:x)"],
    ["[^1]: note", "[^1]: NOTE"],
    ["", ""],
  ])("keeps the structure of %j", (markdown, expected) => expect(loud(markdown)).toBe(expected))
})
