import { parseHTML } from "linkedom"
import { describe, expect, it } from "vitest"
import { htmlToMarkdown } from "./htmlToMarkdown.ts"

const read = (html: string): string =>
  htmlToMarkdown(parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as Element)

describe("htmlToMarkdown", () => {
  it.each([
    ["<h1>A</h1><h3>B <i>c</i></h3>", "# A\n\n## B *c*"],
    ["<p>a <b>b</b><strong> c </strong>d</p>", "a **b** **c** d"],
    ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>a</p><p>b</p></b>', "a\n\nb"],
    ['<span style="font-weight:700">a</span> <span style="font-style:italic">b</span>', "**a** *b*"],
    ["<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>", "- a\n  - b\n- c"],
    ['<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["<pre><code>a\n  ```b```</code></pre>", "````\na\n  ```b```\n````"],
    ["<p>a<br>b<br></p>", "a\\\nb"],
    ['<a href="https://a.example/(x)">y</a> <a href="javascript:alert(1)">z</a>', "[y](<https://a.example/(x)>) z"],
    ['<img src="https://a.example/p.png" alt="P">', "[P](https://a.example/p.png)"],
    ["<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></table>", "| a | b\\|c |\n| - | - |\n| 1 |  |"],
    ["<p>1. a *b* # c</p><p># d</p><p>- e</p>", "1\\. a \\*b\\* # c\n\n\\# d\n\n\\- e"],
    ["<script>x</script><style>y</style><p onclick=x>a&nbsp;b</p>", "a b"],
    ["plain &lt;b&gt;", "plain \\<b>"],
  ])("reads %s", (html, expected) => expect(read(html)).toBe(expected))

  it("ends where markup is nested without end", () => {
    expect(read(`${"<div>".repeat(500)}a${"</div>".repeat(500)}`)).toBe("a")
  })
})
