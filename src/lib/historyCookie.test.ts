import { describe, expect, it } from "vitest"
import { addToHistory, formatHistoryCookie, parseHistoryCookie } from "./historyCookie.ts"

const idOf = (index: number) => String(index).padStart(20, "a")
const full = Array.from({ length: 40 }, (_, index) => ({
  itemId: idOf(index),
  openedMs: 1_800_000_000_000 - index * 1_000,
}))

describe("a guest's reading history", () => {
  it("is read from the cookie as it was written", () => {
    expect(parseHistoryCookie(formatHistoryCookie(full))).toEqual(full)
    expect(parseHistoryCookie(formatHistoryCookie(null))).toBeNull()
  })
  it.each([undefined, "", "x.y", `${idOf(1)}!`, idOf(1), "a".repeat(5_000)])("is empty in %s", (text) =>
    expect(parseHistoryCookie(text)).toEqual([]),
  )
  it("begins with the last opened item, each once", () => {
    const history = addToHistory(full.slice(0, 2), idOf(1), 1_900_000_000_000)
    expect(history?.map(({ itemId }) => itemId)).toEqual([idOf(1), idOf(0)])
  })
  it("loses its oldest entry when it is full, and stays off", () => {
    expect(addToHistory(full, idOf(99), 0)).toHaveLength(40)
    expect(addToHistory(null, idOf(1), 0)).toBeNull()
  })
})
