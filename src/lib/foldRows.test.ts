import { expect, it } from "vitest"
import { foldRows } from "./foldRows.ts"

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
