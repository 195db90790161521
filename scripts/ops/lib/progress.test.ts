import { expect, it } from "vitest"
import { progressText } from "./progress.ts"

it.each([
  ["at the beginning", { share: 0, count: 0, seconds: 0 }, "0 %, 0 events"],
  ["on the way", { share: 0.25, count: 500, seconds: 2 }, "25 %, 500 events, 250/s, 6 s left"],
  ["on a long way", { share: 0.1, count: 10, seconds: 600 }, "10 %, 10 events, 0/s, 1 h 30 min left"],
  ["near the end", { share: 0.999, count: 999, seconds: 60 }, "99 %, 999 events, 17/s, 1 s left"],
])("shows the known figures %s", (_, at, text) => {
  expect(progressText({ ...at, unit: "events" })).toBe(text)
})
