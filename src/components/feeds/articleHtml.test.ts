import { describe, expect, it } from "vitest"
import { articleHtml } from "./articleHtml.ts"

describe("an article in our page", () => {
  it("loads its pictures through the proxy, with the address as the publisher wrote it", () => {
    const html = articleHtml('<p><img src="https://a.example/p.jpg?x=1&amp;y=2" alt="A &gt; B" width="600" /></p>')
    const source = /src="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    expect(new URL(source, "http://here").searchParams.get("u")).toBe("https://a.example/p.jpg?x=1&y=2")
    expect(html).toContain('alt="A &gt; B" width="600"')
  })

  it("leaves out an address that the proxy would refuse", () => {
    expect(articleHtml(`<img src="https://a.example/${"x".repeat(3_000)}" alt="" />`)).toBe('<img alt="" />')
  })

  it("shows a video's first picture through the proxy and leaves its own address alone", () => {
    const html = articleHtml('<video src="https://a.example/v.webm" poster="https://a.example/v.jpg" controls></video>')
    expect(html).toContain('src="https://a.example/v.webm"')
    expect(html).toContain('poster="/img?u=https%3A%2F%2Fa.example%2Fv.jpg')
  })

  it("has no landmarks and no headline of its own", () => {
    expect(articleHtml('<main lang="de"><header><h1>A</h1></header><hr /><h2>B</h2></main>')).toBe(
      '<div lang="de"><div><h2>A</h2></div><hr /><h2>B</h2></div>',
    )
  })
})
