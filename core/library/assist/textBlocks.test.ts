import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { textBlocks } from "./textBlocks.ts"

describe("the blocks of an article", () => {
  it("are the blocks that a reader sees", () => {
    const html = `<h2>On   rain</h2><p>It <b>rains</b> &amp; rains.<br>Still.</p><ul><li>One</li><li><p>Two</p></li></ul>
      <figure><img src="a.png" alt="Rain"><figcaption>Rain, seen</figcaption></figure>
      <blockquote><p>Said she.</p></blockquote><pre>let x = 1
  y</pre>Loose words<table><tr><td>A</td><td>B</td></tr></table><p> </p>`
    expect(textBlocks(html)).toEqual({
      blocks: [
        { kind: "heading", text: "On rain" },
        { kind: "text", text: "It rains & rains. Still." },
        { kind: "item", text: "One" },
        { kind: "item", text: "Two" },
        { kind: "text", text: "Rain, seen" },
        { kind: "quote", text: "Said she." },
        { kind: "code", text: "let x = 1\n  y" },
        { kind: "text", text: "Loose words" },
        { kind: "text", text: "A" },
        { kind: "text", text: "B" },
      ],
      isCut: false,
    })
  })

  it("are omitted without words", () => expect(textBlocks("<p><img></p>")).toEqual({ blocks: [], isCut: false }))

  it("are split between sentences if one is too long for an engine", () => {
    const { blocks } = textBlocks(`<p>${"A sentence. ".repeat(1_000)}</p>`)
    expect(blocks).toHaveLength(3)
    for (const { text } of blocks) expect(text).toMatch(/^A sentence\..*\.$/)
    expect(textBlocks(`<p>${"🍵".repeat(4_000)}</p>`).blocks.every(({ text }) => text.isWellFormed())).toBe(true)
  })

  it("are found in time linear in the length of an article", () => {
    const hostile = (size: number) => `<pre>a${" ".repeat(size)}b</pre>`
    expect(measureGrowth(hostile, textBlocks, 10_000)).toBeLessThan(GROWTH_MAX)
  })

  it("end at the limit of a call", () => {
    const long = textBlocks(`<p>${"x".repeat(4_999)}</p>`.repeat(10))
    expect(long.isCut).toBe(true)
    expect(long.blocks).toHaveLength(8)
    const many = textBlocks("<p>x</p>".repeat(300))
    expect([many.isCut, many.blocks.length]).toEqual([true, 200])
  })
})
