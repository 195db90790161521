import { expect, it } from "vitest"
import { hasMoreTag, isLocked } from "./isLocked.ts"

it.each([
  ["Permission denied", true],
  ["permission-denied: level 2", true],
  ["The permission was denied by the harbour master", false],
  ["", false],
])("an item described as %j is locked: %s", (description, locked) => {
  expect(isLocked({ description })).toBe(locked)
})

it.each([
  [1, true, true],
  [1, false, false],
  [2, true, false],
])("an item of level %i with more to read (%s) has the more tag: %s", (levelId, more, tag) => {
  expect(hasMoreTag({ levelId, more })).toBe(tag)
})
