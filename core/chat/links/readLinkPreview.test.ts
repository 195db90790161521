import { describe, expect, it } from "vitest"
import { readLinkPreview } from "./readLinkPreview.ts"

const URL = "https://paper.example/a/b"
const read = (head: string, body = "") =>
  readLinkPreview(`<!doctype html><head>${head}</head><body>${body}</body>`, URL)
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`

describe("a link preview", () => {
  it("prefers Open Graph over other metadata", () => {
    const head = [
      "<title>Tab</title>",
      meta("og:title", "Bread &amp; <em>salt</em>"),
      '<meta name="description" content="For search engines">',
      meta("og:description", "Two things."),
      meta("og:site_name", "Paper"),
      meta("og:image", "../pictures/1.jpg"),
    ]
    expect(read(head.join(""))).toEqual({
      url: URL,
      title: "Bread & <em>salt</em>",
      description: "Two things.",
      siteName: "Paper",
      imageUrl: "https://paper.example/pictures/1.jpg",
    })
  })

  it("needs at least a title", () => {
    expect(read("<title>\n  Only\n a  title </title>")).toMatchObject({ title: "Only a title", description: null })
    expect(read("")).toBe(null)
    expect(read("<title> </title>", "<svg><title>Icon</title></svg>")).toBe(null)
    expect(read(meta("og:title", "A"), meta("og:description", "in the body"))).toMatchObject({ description: null })
  })

  it.each([
    ["javascript:alert(1)"],
    ["data:image/png;base64,AA=="],
    ["https://someone@paper.example/1.jpg"],
    [`https://paper.example/${"a".repeat(2_000)}`],
    ["http://["],
  ])("has no picture at %s", (address) => {
    expect(read(meta("og:title", "A") + meta("og:image", address))?.imageUrl).toBe(null)
  })

  it("has short single lines without invisible characters", () => {
    const { title, description } =
      read(meta("og:title", "a\u202eb\u0000c") + meta("og:description", "😀 ".repeat(400))) ?? {}
    expect(title).toBe("a b c")
    expect([...(description ?? "")].length).toBeLessThanOrEqual(300)
    expect(description?.endsWith("…")).toBe(true)
    expect(description?.isWellFormed()).toBe(true)
  })
})
