import { describe, expect, it } from "vitest"
import { expandable, foldRows } from "./expandable.ts"

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
