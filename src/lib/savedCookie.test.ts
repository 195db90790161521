import { describe, expect, it } from "vitest"
import { changeSaved, formatSavedCookie, parseSavedCookie } from "./savedCookie.ts"

const idOf = (index: number) => String(index).padStart(20, "a")
const full = Array.from({ length: 50 }, (_, index) => idOf(index))

describe("a guest's saved items", () => {
  it("are read from the cookie as they were written", () => {
    expect(parseSavedCookie(formatSavedCookie(full))).toEqual(full)
  })
  it.each([undefined, "", "x.y", `${idOf(1)}!`, "a".repeat(5_000)])("are none in %s", (text) =>
    expect(parseSavedCookie(text)).toEqual([]),
  )
  it("begin with the last saved, each once", () => {
    expect(changeSaved([idOf(1), idOf(2)], idOf(2), true)).toEqual([idOf(2), idOf(1)])
  })
  it("lose an item", () => {
    expect(changeSaved([idOf(1), idOf(2)], idOf(2), false)).toEqual([idOf(1)])
  })
  it("refuse the 51st, but not one that is saved already", () => {
    expect(changeSaved(full, idOf(99), true)).toBeNull()
    expect(changeSaved(full, idOf(3), true)).toHaveLength(50)
  })
})
