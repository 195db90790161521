import { expect, it } from "vitest"
import { truncateText, truncateTitle } from "./truncate.ts"

it.each([
  ["titles", 30, truncateTitle],
  ["texts", 40, truncateText],
] as const)("[S9-010] %s of a search are cut at %i characters by default", (_, length, truncate) => {
  expect(truncate("a".repeat(length))).toBe("a".repeat(length))
  expect(truncate("a".repeat(length + 1))).toBe(`${"a".repeat(length)}…`)
  expect(truncate("abcdef", 3)).toBe("abc…")
})
