import { expect, it } from "vitest"
import { rangeOf } from "./range.ts"

it.each([
  [undefined, 100, "whole"],
  ["bytes=0-9", 100, { first: 0, last: 9 }],
  ["bytes=90-", 100, { first: 90, last: 99 }],
  ["bytes=90-900", 100, { first: 90, last: 99 }],
  ["bytes=-5", 100, { first: 95, last: 99 }],
  ["bytes=-500", 100, { first: 0, last: 99 }],
  ["bytes=-0", 100, "unsatisfiable"],
  ["bytes=100-", 100, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=9-0", 100, "whole"],
  ["bytes=-", 100, "whole"],
  ["bytes=0-1,4-5", 100, "whole"],
  ["lines=0-1", 100, "whole"],
] as const)("%s of a file of %i bytes is %o", (header, length, expected) => {
  expect(rangeOf(header, length)).toEqual(expected)
})
