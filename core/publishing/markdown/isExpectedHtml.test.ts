import { describe, expect, it } from "vitest"
import { isExpectedHtml } from "./isExpectedHtml.ts"

describe("isExpectedHtml", () => {
  it.each([
    "a &lt; b > c",
    '<p>a<br>b <em>c</em></p>\n<h2 id="h-über">d</h2>',
    '<p><a href="https://a.example/?a=1&amp;b" title="t" rel="ugc">x</a></p>',
    '<span class="hljs-title function_">x</span>',
  ])("accepts what the renderer writes: %s", (html) => expect(isExpectedHtml(html)).toBe(true))

  it.each([
    "<script>x</script>",
    "<P>a</P>",
    "<p>a",
    "a</p>",
    "<p><em>a</p></em>",
    "<p onclick=x>a</p>",
    '<p onclick="x">a</p>',
    '<p style="x">a</p>',
    '<p class="evil">a</p>',
    '<h2 id="location">a</h2>',
    "<p/onclick=x>a</p>",
    "<p\nonclick=x>a</p>",
    "<p>a<</p>",
    "<!-- a -->",
    "<![CDATA[a]]>",
    "<svg></svg>",
    '<a href="javascript:x">a</a>',
    '<a href="&#106;avascript:x">a</a>',
    '<a href=" https://a.example">a</a>',
    '<a href="//a.example">a</a>',
    '<a href="/\\a.example">a</a>',
    '<a href="#a" href="javascript:x">a</a>',
    "<a href='#a'>a</a>",
    '<img src="data:x">',
    '<img src="https://a.example/" onerror="x">',
    '<a data-player="http://a.example">a</a>',
    '<a data-player="javascript:x">a</a>',
    '<iframe src="https://a.example/"></iframe>',
    '<em href="https://a.example/">a</em>',
    "<em>".repeat(300) + "</em>".repeat(300),
  ])("rejects anything else: %s", (html) => expect(isExpectedHtml(html)).toBe(false))
})
