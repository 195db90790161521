import { expect, it } from "vitest"
import { onOneLine, proseToHtml, proseToPlain } from "./prose.ts"

const context = { figureUrl: (place: number) => `/p-${place}.jpg`, figureWidth: 12, figureHeight: 8 }
const html = (text: string) => proseToHtml(text, context)

it.each([
  ["a paragraph over two lines", "one\ntwo", "<p>one two</p>"],
  ["Chinese lines meet without a space", "一二\n三四", "<p>一二三四</p>"],
  ["a quote after a Chinese line too", "他说：\n“好”", "<p>他说：“好”</p>"],
  ["a heading", "## So", "<h2>So</h2>"],
  ["a quote over two lines", "> one\n> two", "<blockquote><p>one two</p></blockquote>"],
  ["a list whose item goes on", "- one\n  more\n- two", "<ul><li>one more</li><li>two</li></ul>"],
  ["a numbered list", "1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
  ["code with an empty line in it", "~~~\na < b\n\nc\n~~~", "<pre><code>a &lt; b\n\nc</code></pre>"],
  [
    "emphasis at the edge of words only",
    "_so_ snake_case_name **very** {{x}}",
    "<p><em>so</em> snake_case_name <strong>very</strong> <code>x</code></p>",
  ],
  ["markup is text", "<b>&", "<p>&lt;b&gt;&amp;</p>"],
  [
    "a table with an empty corner",
    "| | A |\n| b | 1 |",
    '<table><thead><tr><th scope="col"></th><th scope="col">A</th></tr></thead><tbody><tr><td>b</td><td>1</td></tr></tbody></table>',
  ],
  [
    "figures, counted",
    "![one]\n\n![two\nmore]",
    '<figure><img src="/p-1.jpg" alt="one" width="12" height="8" loading="lazy"><figcaption>one</figcaption></figure>\n' +
      '<figure><img src="/p-2.jpg" alt="two more" width="12" height="8" loading="lazy"><figcaption>two more</figcaption></figure>',
  ],
])("renders %s", (_, text, expected) => {
  expect(html(text)).toBe(expected)
})

it("tells the words alone, without tables, code, figures and headings", () => {
  expect(proseToPlain("## Head\n\nOne _two_.\n\n| a |\n\n~~~\nx\n~~~\n\n![fig]\n\n> said")).toBe("One two. said")
})

it("puts a text on one line", () => {
  expect(onOneLine("one\ntwo ")).toBe("one two")
})
