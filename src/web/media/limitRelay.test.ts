import { expect, it } from "vitest"
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
