import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
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

  it.each([
    ["open brackets", (n: number) => "<".repeat(n)],
    ["open tags", (n: number) => "<a ".repeat(n / 3)],
    ["spaces", (n: number) => " ".repeat(n)],
    ["words", (n: number) => "a ".repeat(n / 2)],
  ])("in linear time: %s", (_, textOf) => {
    const work = (text: string) => [contains(text, "The pilots read it"), passageOf(text, text)]
    expect(measureGrowth(textOf, work, 100_000)).toBeLessThan(GROWTH_MAX)
  })
})
