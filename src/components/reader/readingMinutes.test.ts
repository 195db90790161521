import { describe, expect, it } from "vitest"
import { readingMinutes } from "./readingMinutes.ts"

describe("reading time", () => {
  it("counts words, not markup", () =>
    expect(readingMinutes(`<p class="a b c">${"<b>word</b> ".repeat(460)}</p>`)).toBe(2))
  it("counts characters of languages without spaces", () => expect(readingMinutes("汉".repeat(1_200))).toBe(3))
  it("adds both", () => expect(readingMinutes(`${"word ".repeat(230)}${"字".repeat(400)}`)).toBe(2))
  it("is zero for a note", () => expect(readingMinutes("<p>A note.</p>")).toBe(0))
})
