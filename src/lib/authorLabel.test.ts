import { expect, it } from "vitest"
import { authorLabel } from "./authorLabel.ts"

it.each([
  ["Ines Maar", "Slow water", "Ines Maar"],
  [" Ines Maar ", "Slow water", "Ines Maar"],
  [null, "Slow water", undefined],
  ["  ", "Slow water", undefined],
  ["Slow Water", "Slow water ", undefined],
  ["Unknown", "Slow water", undefined],
  ["no author", "Slow water", undefined],
])("[S5-027] the author %j of an item called %j is shown as %j", (author, title, label) => {
  expect(authorLabel(author, title)).toBe(label)
})
