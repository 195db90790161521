import { describe, expect, it } from "vitest"
import { partOf, readRange, writeRange } from "./byteRange.ts"
import { limitRelay, RELAY_MS_MAX } from "./limitRelay.ts"

/** Sends one byte at a time, each after the given number of milliseconds. */
const trickle = (everyMs: number) => {
  let nowMs = 0
  let isOpen = true
  const bytes = (async function* () {
    try {
      for (;;) {
        nowMs += everyMs
        yield new Uint8Array(1)
      }
    } finally {
      isOpen = false
    }
  })()
  const passed = async (bytesMax: number) => {
    let count = 0
    const relayed = limitRelay(bytes, bytesMax, () => nowMs)
    const failure = await (async () => {
      for await (const chunk of relayed) count += chunk.length
    })().catch((error: Error) => error.message)
    return { count, failure, isOpen }
  }
  return passed
}

it("ends a relay that never pauses but takes too long in all, and closes its source", async () => {
  expect(await trickle(30_000)(1_000_000)).toEqual({
    count: RELAY_MS_MAX / 30_000,
    failure: "the file took too long to relay",
    isOpen: false,
  })
})

it("ends a relay that sends more than allowed", async () => {
  expect(await trickle(1)(10)).toEqual({ count: 10, failure: "the file is longer than allowed", isOpen: false })
})

describe("byteRange", () => {
  it.each([
    ["bytes=0-9", "bytes=0-9", { first: 0, last: 9 }],
    ["bytes=5-", "bytes=5-104", { first: 5, last: 19 }],
    ["bytes=5-999", "bytes=5-104", { first: 5, last: 19 }],
    ["bytes=-7", "bytes=-7", { first: 13, last: 19 }],
    ["bytes=-999", "bytes=-100", { first: 0, last: 19 }],
    ["bytes=20-", "bytes=20-119", null],
    ["bytes=-0", "bytes=-0", null],
  ])("%s of 20 bytes, 100 at most, is forwarded as %s and means %j", (header, passedOn, part) => {
    const requested = readRange(header)
    expect(requested && writeRange(requested, 100)).toBe(passedOn)
    expect(requested && partOf(requested, 20)).toEqual(part)
  })

  it.each([undefined, "", "bytes=-", "bytes=9-5", "bytes=0-1,3-4", "items=0-1", "bytes=0-1x"])(
    "%s asks for the whole",
    (header) => expect(readRange(header)).toBeUndefined(),
  )
})
