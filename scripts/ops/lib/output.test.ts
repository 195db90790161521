import { describe, expect, it } from "vitest"
import { alignColumns } from "./output.ts"
import { progressText } from "./progress.ts"

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

describe("progress", () => {
  it.each([
    ["at the beginning", { share: 0, count: 0, seconds: 0 }, "0 %, 0 events"],
    ["on the way", { share: 0.25, count: 500, seconds: 2 }, "25 %, 500 events, 250/s, 6 s left"],
    ["on a long way", { share: 0.1, count: 10, seconds: 600 }, "10 %, 10 events, 0/s, 1 h 30 min left"],
    ["near the end", { share: 0.999, count: 999, seconds: 60 }, "99 %, 999 events, 17/s, 1 s left"],
  ])("shows the known figures %s", (_, at, text) => {
    expect(progressText({ ...at, unit: "events" })).toBe(text)
  })
})
