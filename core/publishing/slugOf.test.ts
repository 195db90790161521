import { describe, expect, it } from "vitest"
import { slugOf } from "./slugOf.ts"

describe("slugOf", () => {
  it.each([
    ["What the dredgers found", "what-the-dredgers-found"],
    ["  Größe & Übermut — Teil 2! ", "große-ubermut-teil-2"],
    ["在旧城墙脚下", "在旧城墙脚下"],
    ["!!!", ""],
  ])("turns %j into %j, which stays unchanged", (title, slug) => {
    expect(slugOf(title)).toBe(slug)
    expect(slugOf(slug)).toBe(slug)
  })

  it("limits the length of a slug", () => expect(slugOf("word ".repeat(1_000)).length).toBeLessThanOrEqual(120))
})
