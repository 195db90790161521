import { describe, expect, it } from "vitest"
import { charactersOf, cutAfter, expandable, foldRows } from "./expandable.ts"

const lengths = (text: string) => {
  const { head, middle, tail } = expandable(text)
  expect(head + middle + tail).toBe(text)
  return [head.length, middle.length, tail.length]
}

it.each([
  [0, [0, 0, 0]],
  [150, [150, 0, 0]],
  [151, [150, 1, 0]],
  [300, [150, 150, 0]],
  [301, [150, 150, 1]],
  [1_000, [150, 150, 700]],
])("[S9-002] a text of %i characters is cut at 300, at 150 on mobile: %j", (length, parts) =>
  expect(lengths("a".repeat(length))).toEqual(parts),
)

it("[S9-002] counts grapheme clusters as characters", () => {
  const family = "👩‍👩‍👧"
  const { head, middle } = expandable(family.repeat(151))
  expect([head, middle]).toEqual([family.repeat(150), family])
})

it("counts plain texts and others alike, whatever is mixed into them", () => {
  const pieces = [
    "a",
    "ß",
    "é",
    "e\u0301",
    "漢",
    "，",
    "“",
    "\r\n",
    "\n",
    "👩‍👩‍👧",
    "🇩🇪",
    "\u00a9\ufe0f",
    "\u200d",
    "各\u3099",
  ]
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" })
  const cutPlainly = (text: string, length: number) => {
    const characters = Array.from(segmenter.segment(text), ({ segment }) => segment)
    return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`
  }
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces) {
        const text = `ab${first}${second}${third}${first}`
        for (let length = 1; length <= 8; length++)
          expect([text, cutAfter(text, length)]).toEqual([text, cutPlainly(text, length)])
        expect(charactersOf(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment))
      }
})

describe("foldRows", () => {
  it.each([
    [1, 22, 22],
    [1, 23, 23],
    [2, 44, 44],
    [2, 45, 45],
    [3, 1_000, 67],
  ])("[S9-003] at most %i rows of 22 characters: %i characters become %i", (rows, length, shown) => {
    const folded = foldRows("a".repeat(length), rows)
    expect(folded).toHaveLength(shown)
    expect(folded.endsWith("…")).toBe(length > 22 * rows)
  })
})
