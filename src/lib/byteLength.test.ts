import { expect, it } from "vitest"
import { hasBytes } from "./byteLength.ts"

it.each([
  ["", undefined, false],
  ["ab", undefined, false],
  ["abc", undefined, true],
  ["é", undefined, false],
  ["éa", undefined, true],
  ["茶", undefined, true],
  ["🍵", undefined, true],
  ["🍵", 5, false],
  ["", 0, true],
])("[S5-021] the length check accepts %j with the minimum %s: %s", (text, minimum, passes) =>
  expect(hasBytes(text, minimum)).toBe(passes),
)
