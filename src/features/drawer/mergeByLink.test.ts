import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { PreviewItem } from "#contract/feeds"
import { mergeByLink } from "./loadPreview.ts"

const item = (id: string, updated: number, link = `https://a.example/${id}`): PreviewItem => ({
  id,
  title: id,
  description: "",
  updated,
  more: true,
  levelId: 1,
  imageUrl: "",
  author: "",
  feedName: "A",
  link,
  languageCode: "",
})
const anyItems = fc.array(
  fc.record({ id: fc.stringMatching(/^[a-z]{1,2}$/), updated: fc.nat(20) }).map(({ id, updated }) => item(id, updated)),
)

describe("[S7-141] a second fetch", () => {
  it("adds what is new, newest first", () => {
    const merged = mergeByLink([item("c", 3), item("a", 1)], [item("b", 2)])
    expect(merged.map(({ id }) => id)).toEqual(["c", "b", "a"])
  })

  it("has the last word on an item that both bring", () => {
    const merged = mergeByLink([item("a", 1), item("b", 2)], [{ ...item("x", 9), link: "https://a.example/a" }])
    expect(merged.map(({ id }) => id)).toEqual(["x", "b"])
  })

  it("does not take items without a link for one another", () => {
    expect(mergeByLink([item("a", 1, "")], [item("b", 2, "")])).toHaveLength(2)
  })

  it("leaves each link once, sorted, and changes nothing when it comes twice", () => {
    fc.assert(
      fc.property(anyItems, anyItems, (items, more) => {
        const merged = mergeByLink(items, more)
        expect(new Set(merged.map(({ link }) => link)).size).toBe(merged.length)
        expect(merged.map(({ updated }) => updated)).toEqual(merged.map(({ updated }) => updated).sort((a, b) => b - a))
        expect(mergeByLink(merged, more)).toEqual(merged)
      }),
    )
  })
})
