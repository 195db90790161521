import { describe, expect, it } from "vitest"
import { memoise } from "./memoise.ts"

describe("memoise", () => {
  it("computes a value once per key, and drops the oldest beyond its limit", () => {
    const made: Array<string> = []
    const once = memoise<string>(2)
    const request = (key: string) =>
      once(key, () => {
        made.push(key)
        return key.toUpperCase()
      })
    expect([request("a"), request("a"), request("b"), request("a"), request("c"), request("b"), request("a")]).toEqual([
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
