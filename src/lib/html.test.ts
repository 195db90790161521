import { describe, expect, it } from "vitest"
import { attribute, html } from "./html.ts"

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
