import { expect, it } from "vitest"
import { layOut } from "./output.ts"

it("lays rows out under their names, numbers to the right", () => {
  const rows = [
    { name: "items", lag: 1200, seconds: 0.25 },
    { name: "a", lag: 3, seconds: 12 },
  ]
  expect(layOut(rows)).toEqual(["name    lag  seconds", "items  1200      0.3", "a         3       12"])
})

it("says that there is nothing", () => {
  expect(layOut([])).toEqual(["(none)"])
})

it("keeps what strangers wrote in its place", () => {
  expect(layOut([{ title: "a\n\u001B[31mb", link: null }])).toEqual(["title    link", "a [31mb  -"])
})
