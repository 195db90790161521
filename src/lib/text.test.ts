import { describe, expect, it } from "vitest"
import { authorLabel } from "./authorLabel.ts"
import { attribute, html } from "./html.ts"
import { hasBytes, joinCommas, shownUnread, splitCommas, splitIntoWords, withUnread } from "./text.ts"

it.each([
  ["Ines Maar", "Slow water", "Ines Maar"],
  [" Ines Maar ", "Slow water", "Ines Maar"],
  [null, "Slow water", undefined],
  ["  ", "Slow water", undefined],
  ["Slow Water", "Slow water ", undefined],
  ["Unknown", "Slow water", undefined],
  ["no author", "Slow water", undefined],
])("[S5-027] the author %j of an item called %j is shown as %j", (author, title, label) => {
  expect(authorLabel(author, title)).toBe(label)
})

describe("byteLength", () => {
  it.each([
    ["", undefined, false],
    ["ab", undefined, false],
    ["abc", undefined, true],
    ["é", undefined, false],
    ["éa", undefined, true],
    ["茶", undefined, true],
    ["🍵", undefined, true],
    ["🍵", 5, false],
    ["", 0, true],
  ])("[S5-021] the length check accepts %j with the minimum %s: %s", (text, minimum, passes) =>
    expect(hasBytes(text, minimum)).toBe(passes),
  )
})

describe("[S5-024] a comma-joined list", () => {
  it.each([
    [["Health", "Science"], "Health,Science"],
    [["Health", "", "Science"], "Health,Science"],
    [["", "  ", null, undefined], ""],
    [["Health,", ",Science", ","], "Health,Science"],
    [[" Public health "], "Public health"],
    [[], ""],
  ])("of %j is %j: blank entries are skipped, commas never doubled", (entries, list) =>
    expect(joinCommas(entries)).toBe(list),
  )

  it("accepts another separator", () => expect(joinCommas(["a", "", "b"], ", ")).toBe("a, b"))

  it.each([
    ["Health,Science", ["Health", "Science"]],
    [",Health,, Science ,", ["Health", "Science"]],
    ["", []],
    [" , ,", []],
  ])("%j is read as %j", (list, entries) => expect(splitCommas(list)).toEqual(entries))
})

describe("markup", () => {
  it("escapes values in texts and attributes, except markup", () => {
    const evil = `<script>alert("1" & '2')</script>`
    const safe = "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;"
    expect(html`<p title="${evil}"${attribute("lang", `"><b>`)}>${evil}</p>`.text).toBe(
      `<p title="${safe}" lang="&quot;&gt;&lt;b&gt;">${safe}</p>`,
    )
    expect(html`<p>${html`<b>${"&"}</b>`}${[html`<i></i>`, html`<u></u>`]}</p>`.text).toBe(
      "<p><b>&amp;</b><i></i><u></u></p>",
    )
  })

  it("renders numbers, and nothing for missing values", () => {
    expect(html`<p>${0}${undefined}${null}${false}${""}</p>`.text).toBe("<p>0</p>")
    expect(html`<p${attribute("lang", undefined)}${attribute("tabindex", -1)}></p>`.text).toBe('<p tabindex="-1"></p>')
  })

  it("removes line breaks between tags and around values, and keeps all other whitespace", () => {
    const list = html`
      <ul>
        ${html`<li>a  b</li>`}
        <li> c </li>
        ${"d"} ${"e"}
      </ul>
    `
    expect(list.text).toBe("<ul><li>a  b</li><li> c </li>d e</ul>")
  })
})

describe("unread", () => {
  it("stands before the title of a page, in place of the former count", () => {
    expect(withUnread("Wallet", "", "3")).toBe("(3) Wallet")
    expect(withUnread("(3) Wallet", "3", "999+")).toBe("(999+) Wallet")
    expect(withUnread("(999+) Wallet", "999+", "")).toBe("Wallet")
    expect(withUnread("(3) ways to tie a knot", "", "")).toBe("(3) ways to tie a knot")
  })

  it("[S2-066] the unread count shows 999+ for more than 999 messages", () => {
    const shown = [0, 1, 999, 1_000, 2_000_000].map(shownUnread)
    expect(shown).toEqual(["", "1", "999", "999+", "999+"])
  })
})

it("splits a Chinese text into words that carry the punctuation after them", () => {
  expect(splitIntoWords("独立媒体，汇成一条新闻。", "zh-Hans")).toEqual([
    "独立",
    "媒体，",
    "汇",
    "成",
    "一条",
    "新闻。",
  ])
})
