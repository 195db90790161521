import { describe, expect, it } from "vitest"
import { memoise } from "./memoise.ts"

describe("memoise", () => {
  it("computes a value once per key, and drops the oldest beyond its limit", () => {
    const made: Array<string> = []
    const once = memoise<string>(2)
    const ask = (key: string) =>
      once(key, () => {
        made.push(key)
        return key.toUpperCase()
      })
    expect([ask("a"), ask("a"), ask("b"), ask("a"), ask("c"), ask("b"), ask("a")]).toEqual([
      "A",
      "A",
      "B",
      "A",
      "C",
      "B",
      "A",
    ])
    expect(made).toEqual(["a", "b", "c", "a"])
  })
})
