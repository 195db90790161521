import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { measureGrowth } from "#testing"
import { isExpectedHtml } from "./isExpectedHtml.ts"
import { plainTextOf } from "./plainTextOf.ts"
import { renderPost } from "./renderPost.ts"

const render = (markdown: string) => renderPost(markdown, { resolveMedia: () => null })

/** After DOMPurify's and H5SC's fixtures, as writers could put them into Markdown. */
const HOSTILE_HTML = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><animate attributeName=href values=javascript:alert(1)></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<style>@import 'https://evil.example/x.css'</style>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example/"><button formaction="javascript:x">x</button></form>',
  "<details ontoggle=alert(1) open>x</details>",
  '<a href="javascript:alert(1)">x</a>',
  '<base href="https://evil.example/">',
  "<plaintext><img src=x onerror=alert(1)>",
  "<p id=location name=cookie style=position:fixed>x</p>",
]
const HOSTILE_ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java&#x0A;script:alert(1)",
  "&#106;avascript:alert(1)",
  "\\javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript&colon;alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "data:image/png;base64,AA",
  "file:///etc/passwd",
  "blob:https://a.example/x",
  "//evil.example/x",
  "/\\evil.example/x",
  "\\\\evil.example",
  "media:javascript:alert(1)",
  "media:../../../etc/passwd",
  'https://a.example/"onmouseover="alert(1)',
  "https://a.example/'><script>alert(1)</script>",
  "view-source:x",
]
const FORMS: ReadonlyArray<(address: string) => string> = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}>)`,
  (address) => `![x](${address})`,
  (address) => `![x](<${address}> "t")`,
  (address) => `<${address}>`,
  (address) => `[x]\n\n[x]: ${address}`,
  (address) => `[x][y]\n\n[y]: <${address}> 'title'`,
  (address) => `${address}\n`,
  (address) => `[![x](${address})](${address})`,
  (address) => `a[^1]\n\n[^1]: [x](${address})`,
  (address) => `\`\`\`${address}\nx\n\`\`\``,
]
const FENCED: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => `> ${text}`,
  (text) => `# ${text}`,
  (text) => `|${text}|\n|-|\n|${text}|`,
  (text) => `\`\`\`html\n${text}\n\`\`\``,
  (text) => `![${text}](https://a.example/x.png "${text}")`,
  (text) => `[${text}](https://a.example/ '${text}')`,
  (text) => `[^${text}]\n\n[^${text}]: ${text}`,
  (text) => `- [x] ${text}`,
]

/** What must not be in a page, in tags alone: as text it is harmless. */
const unsafe = (html: string): ReadonlyArray<string> =>
  (html.match(/<[^>]*>/g) ?? []).filter((tag) =>
    /<\/?(?:script|style|iframe|svg|math|form|base|object|embed|img[^>]* src="(?!https?:|\/[^/\\])|template|noscript)\b|\son\w+\s*=|\sstyle=|(?:href|src|data-player)="(?!https?:|mailto:|tel:|#|\/(?![/\\]))/i.test(
      tag.replace(/(?:alt|title|aria-label)="[^"]*"/g, ""),
    ),
  )

describe("a hostile post", () => {
  it.each(HOSTILE_HTML.flatMap((text) => FENCED.map((form) => [form(text)])))("has no code of its own: %j", (text) => {
    const { html } = render(text)
    expect(unsafe(html)).toEqual([])
    expect(isExpectedHtml(html)).toBe(true)
  })

  it.each(HOSTILE_ADDRESSES.flatMap((address) => FORMS.map((form) => [form(address)])))(
    "has no address with another scheme: %j",
    (text) => {
      const { html } = render(text)
      expect(unsafe(html)).toEqual([])
      expect(isExpectedHtml(html)).toBe(true)
    },
  )

  it("is safe in every mixture, and needs no second opinion", () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_HTML, ...HOSTILE_ADDRESSES, ...FORMS.map((form) => form("https://a.example/"))),
      fc.constantFrom(
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "[^1]",
        "[^1]: ",
        "|",
        "|-|\n",
        "```\n",
        "    ",
        "![",
        "](",
        ")",
        "*",
        "_",
        "~~",
        "<",
        ">",
        '"',
        "&",
        "[ ] ",
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const { html } = render(pieces.join(""))
        expect(unsafe(html)).toEqual([])
        expect(isExpectedHtml(html)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  }, 60_000)

  it("cannot reorder the text around it or hide characters in it", () => {
    const { html } = render("a\u202eb\u2066c\u2069\u0000\u0007\n\n`x\u202d`\n\n[y](https://a.example/ '\u202e')")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be gone
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/)
    expect(html).toContain("abc")
    expect(render("\ud800 a").html).toBe("<p>\ufffd a</p>")
  })

  it("gets no deeper than pages can show", () => {
    const { html } = render(`${">".repeat(10_000)} a`)
    expect(html.match(/<blockquote>/g)?.length).toBeLessThan(100)
    expect(isExpectedHtml(html)).toBe(true)
  })
})

const ATTACKS: Readonly<Record<string, (n: number) => string>> = {
  quotes: (n) => ">".repeat(n),
  "quotes around lazy lines": (n) => `${">".repeat(100)}a\n${"b\n".repeat(n / 2)}`,
  brackets: (n) => "[".repeat(n),
  "nested links": (n) => `${"[".repeat(n)}a${"](b)".repeat(n)}`,
  images: (n) => "![".repeat(n),
  emphasis: (n) => "**a _b ".repeat(n / 7),
  backticks: (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${"`".repeat(i)}a`).join(""),
  ampersands: (n) => "&a".repeat(n / 2),
  references: (n) => "[a]: x\n".repeat(n / 7),
  "footnotes of one label": (n) => `[^a]: x\n\n${"[^a] ".repeat(n / 5)}`,
  footnotes: (n) => Array.from({ length: n / 20 }, (_, i) => `[^${i}]: x\n\n[^${i}]`).join("\n\n"),
  "footnotes in footnotes": (n) =>
    `[^0]\n\n${Array.from({ length: n / 20 }, (_, i) => `[^${i}]: x[^${i + 1}]`).join("\n\n")}`,
  "one long footnote": (n) => `[^a]\n\n[^a]: x\n\n${"    y\n\n".repeat(n / 7)}`,
  lists: (n) => "- a\n".repeat(n / 4),
  "nested lists": (n) => "- ".repeat(n / 2),
  "task lists": (n) => "- [x] a\n".repeat(n / 8),
  "wide tables": (n) => `${"|a".repeat(n / 4)}|\n${"|-".repeat(n / 4)}|\n`,
  addresses: (n) => "http://".repeat(n / 7),
  "addresses with brackets": (n) => `http://a.b/${"(".repeat(n)}`,
  galleries: (n) => "![a](media:01890a5d-ac96-774b-bcce-b302099a8057)\n".repeat(n / 50),
  headings: (n) => "# a\n".repeat(n / 4),
  fences: (n) => "```ts\n(\n```\n".repeat(n / 12),
  "an open fence": (n) => `\`\`\`ts\n${"(".repeat(n)}`,
  "fences of two quotes": (n) => `\`\`\`js\n${'"\\'.repeat(n / 2)}\n\`\`\``,
  lines: (n) => "\n".repeat(n),
  backslashes: (n) => "\\".repeat(n),
}

/** Between 4, linear, and 16, quadratic: four times as many tokens also cost the collector of memory more. */
const GROWTH_MAX = 10

describe("a post made to be slow", () => {
  it("becomes plain text in linear time", () => {
    const mixed = (n: number) => "- [x] a *b* [c](https://a.example/) ![d](x)\n\n|a|\n|-|\n|b|\n\n".repeat(n / 60)
    expect(measureGrowth(mixed, plainTextOf, 8_000)).toBeLessThan(GROWTH_MAX)
  })

  it.each(Object.keys(ATTACKS))("takes linear time: %s", (name) => {
    const attack = ATTACKS[name] as (n: number) => string
    expect(measureGrowth(attack, render, 8_000)).toBeLessThan(GROWTH_MAX)
  })

  it("may have 2,000,000 characters [S9-007]", () => {
    const text = "A sentence with *words* and a [link](https://a.example/).\n\n".repeat(40_000).slice(0, 2_000_000)
    expect(render(text).html.length).toBeGreaterThan(2_000_000)
  }, 60_000)
})
