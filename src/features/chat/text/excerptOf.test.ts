import { expect, it } from "vitest"
import { excerptOf } from "./excerptOf.ts"

const LONG = "We walked along the other bank, past the mill and the old brickworks, to the bridge at nine."

it.each([
  ["short", "Meet me at the bridge", "bridge", "Meet me at the bridge"],
  ["found early", LONG, "walked", LONG],
  ["found late", LONG, "bridge", "…brickworks, to the bridge at nine."],
  ["not found as it stands", LONG, "brücke", LONG],
  ["without spaces", `${"桥".repeat(60)}河`, "河", `…${"桥".repeat(20)}河`],
  ["of pairs of code units", `${"🌉".repeat(30)}x河`, "河", `…${"🌉".repeat(9)}x河`],
])("begins a text that is %s where it can be seen", (_, text, found, excerpt) => {
  expect(excerptOf(text, found)).toBe(excerpt)
})
