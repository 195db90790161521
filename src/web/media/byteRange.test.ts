import { expect, it } from "vitest"
import { partOf, readRange, writeRange } from "./byteRange.ts"

it.each([
  ["bytes=0-9", "bytes=0-9", { first: 0, last: 9 }],
  ["bytes=5-", "bytes=5-104", { first: 5, last: 19 }],
  ["bytes=5-999", "bytes=5-104", { first: 5, last: 19 }],
  ["bytes=-7", "bytes=-7", { first: 13, last: 19 }],
  ["bytes=-999", "bytes=-100", { first: 0, last: 19 }],
  ["bytes=20-", "bytes=20-119", null],
  ["bytes=-0", "bytes=-0", null],
])("%s of 20 bytes, 100 at most, is forwarded as %s and means %j", (header, passedOn, part) => {
  const asked = readRange(header)
  expect(asked && writeRange(asked, 100)).toBe(passedOn)
  expect(asked && partOf(asked, 20)).toEqual(part)
})

it.each([undefined, "", "bytes=-", "bytes=9-5", "bytes=0-1,3-4", "items=0-1", "bytes=0-1x"])(
  "%s asks for the whole",
  (header) => expect(readRange(header)).toBeUndefined(),
)
