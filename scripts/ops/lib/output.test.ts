import { expect, it } from "vitest"
import { alignColumns } from "./output.ts"

it("aligns rows under their column names, with numbers to the right", () => {
  const rows = [
    { name: "items", lag: 1200, seconds: 0.25 },
    { name: "a", lag: 3, seconds: 12 },
  ]
  expect(alignColumns(rows)).toEqual(["name    lag  seconds", "items  1200      0.3", "a         3       12"])
})

it("says that there are no rows", () => {
  expect(alignColumns([])).toEqual(["(none)"])
})

it("escapes control characters in untrusted text", () => {
  expect(alignColumns([{ title: "a\n\u001B[31mb", link: null }])).toEqual(["title    link", "a [31mb  -"])
})
