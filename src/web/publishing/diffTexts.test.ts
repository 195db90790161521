import { describe, expect, it } from "vitest"
import { diffTexts } from "./diffTexts.ts"

describe("diffTexts", () => {
  it("is empty for equal texts", () => expect(diffTexts("a\nb", "a\nb")).toEqual([]))

  it("compares by line, and by word within changed lines", () => {
    expect(diffTexts("one\ntwo three\nfour\n", "one\ntwo tree\nfour\nfive\n")).toEqual([
      { kind: "same", text: "one\n" },
      { kind: "same", text: "two " },
      { kind: "removed", text: "three" },
      { kind: "added", text: "tree" },
      { kind: "same", text: "\n" },
      { kind: "same", text: "four\n" },
      { kind: "added", text: "five\n" },
    ])
  })

  it("gives both texts when its parts are joined", () => {
    const [from, to] = ["春天 来了。\n旧的\n\nEnd", "春天 到了。\n\nEnd of it"]
    const parts = diffTexts(from, to) ?? []
    const joined = (without: string) => parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join("")
    expect(joined("added")).toBe(from)
    expect(joined("removed")).toBe(to)
  })

  it("shortens what did not change", () => {
    const long = "line\n".repeat(1_000)
    const parts = diffTexts(`${long}a\n`, `${long}b\n`) ?? []
    expect(parts.map(({ text }) => text).join("").length).toBeLessThan(500)
  })

  it("gives up on texts that have nothing in common", () => {
    const lines = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word}${at}`).join("\n")
    expect(diffTexts(lines("a"), lines("b"))).toBeNull()
  })
})
