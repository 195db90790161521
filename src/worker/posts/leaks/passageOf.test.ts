import { describe, expect, it } from "vitest"
import { contains, passageOf } from "./passageOf.ts"

describe("the passage that recognises a gated text", () => {
  it.each([
    ["Short. The pilots read it from the right, always.", "", "The pilots read it from the right"],
    ["Zwölf Tropfen Öl sind elf zu viel.", "", "Zwölf Tropfen Öl sind elf zu viel"],
    ["看不見的潮水在每一座橋下", "", "看不見的潮水在每一座橋下"],
    ["The same words again.", "The same  words again", null],
    ["So short.", "", null],
    ["", "", null],
  ])("of %j beside %j is %j", (gated, open, passage) => expect(passageOf(gated, open)).toBe(passage))

  it("is cut, so that an outlet that shows a part of a text is found too", () => {
    expect(passageOf(`${"word ".repeat(100)}.`, "")?.length).toBeLessThanOrEqual(60)
  })
})

describe("an answer contains a passage", () => {
  it.each([
    ["<p>The <strong>pilots</strong>\nread it from the right.</p>", true],
    ['{"text":"the pilots read"}', false],
    ["The pilots read it from the right", true],
    ["<p>The pilots read it from the left.</p>", false],
  ])("in %j: %j", (answer, isFound) => expect(contains(answer, "The pilots read it from the right")).toBe(isFound))

  it("in a time that grows with its length", () => {
    const timeOf = (n: number) => {
      const texts = ["<".repeat(n), `${"<a ".repeat(n / 3)}`, " ".repeat(n), "a ".repeat(n / 2)]
      const start = performance.now()
      for (const text of texts) contains(text, "The pilots read it from the right")
      for (const text of texts) passageOf(text, text)
      return performance.now() - start
    }
    timeOf(50_000)
    const [short, long] = [timeOf(100_000), timeOf(400_000)]
    expect(long / Math.max(short, 1)).toBeLessThan(16)
  })
})
