import { describe, expect, it } from "vitest"
import { COSTS, RATES, RateLimit } from "../../../../src/chat/limits/RateLimit.ts"
import { percentile } from "../../lib/interleaved.ts"
import { clientFrame, PING, TEXT, takeFrames } from "./Client.ts"
import { Histogram } from "./Histogram.ts"
import { Pacer } from "./saturate.ts"

/** A server that answers immediately. Counts accepted messages and those its rate limits refuse. */
const play = (writers: number, perSecond: number, seconds: number) => {
  const pacer = new Pacer(writers, perSecond)
  const allowances = Array.from({ length: writers }, () => new RateLimit())
  const figures = { posted: 0, refused: 0 }
  for (let nowMs = 0; nowMs < seconds * 1_000; nowMs += 1) {
    for (let next = pacer.next(nowMs); "writer" in next; next = pacer.next(nowMs))
      figures[allowances[next.writer]?.take(COSTS.Bc, nowMs) ? "posted" : "refused"] += 1
  }
  return figures
}

it("sends at the product's rate limit without a refusal, however fast the server answers", () => {
  const { perSecond, burst } = RATES.write
  expect(play(40, perSecond, 60)).toEqual({ posted: 40 * perSecond * 60, refused: 0 })
  // Without pacing, a writer's burst is used up immediately, and nearly everything after it is refused.
  const { posted, refused } = play(4, 1_000, 10)
  expect(posted).toBeLessThanOrEqual(4 * (burst + perSecond * 10))
  expect(refused).toBeGreaterThan(posted)
})

it("returns the time until the next writer may write", () => {
  const pacer = new Pacer(2, 10)
  expect([pacer.next(0), pacer.next(40), pacer.next(50)]).toEqual([{ writer: 0 }, { writer: 1 }, { waitMs: 50 }])
  expect([pacer.next(100), pacer.next(100)]).toEqual([{ writer: 0 }, { waitMs: 40 }])
})

describe("Histogram", () => {
  it("returns percentiles within 2 %, from 0.1 ms to minutes", () => {
    const times = Array.from({ length: 20_000 }, (_, at) => 0.1 * 1.001 ** at).filter((ms) => ms < 600_000)
    const histogram = new Histogram()
    for (const ms of times) histogram.record(ms)
    expect(histogram.size).toBe(times.length)
    for (const share of [0.1, 0.5, 0.95, 0.99, 1]) {
      const exact = percentile(times, share)
      expect(Math.abs(histogram.percentile(share) / exact - 1)).toBeLessThan(0.02)
    }
  })

  it("returns NaN without values and counts negative durations as zero", () => {
    const histogram = new Histogram()
    expect(histogram.percentile(0.5)).toBeNaN()
    histogram.record(-3)
    expect(histogram.percentile(0.5)).toBe(0)
  })
})

describe("Client", () => {
  /** A frame as a server would send it: without a mask. */
  const serverFrame = (kind: number, text: string): Buffer => {
    const frame = clientFrame(kind, Buffer.from(text))
    const head = (frame[1] ?? 0) & 0x7f
    frame[1] = head
    const length = head < 126 ? 2 : head === 126 ? 4 : 10
    return Buffer.concat([frame.subarray(0, length), frame.subarray(length + 4)])
  }

  const taken = (bytes: Buffer) => {
    const frames: Array<[number, string]> = []
    const left = takeFrames(bytes, 0, bytes.length, (kind, from, to) => {
      frames.push([kind, bytes.toString("utf8", from, to)])
    })
    return { frames, left }
  }

  describe("frames", () => {
    it("masks client frames", () => {
      expect([...clientFrame(TEXT, Buffer.from("Hb|1"))]).toEqual([0x81, 0x84, 0, 0, 0, 0, 0x48, 0x62, 0x7c, 0x31])
    })

    it("reads frames with every length encoding, however the bytes are split", () => {
      const texts = ["", "Hb||", "x".repeat(125), "y".repeat(126), "z".repeat(65_535), "ä".repeat(40_000)]
      const frames = texts.map((text): [number, string] => [TEXT, text])
      const bytes = Buffer.concat([...frames, [PING, "?"] as const].map(([kind, text]) => serverFrame(kind, text)))
      expect(taken(bytes)).toEqual({ frames: [...frames, [PING, "?"]], left: bytes.length })
      const cut = taken(bytes.subarray(0, 200))
      expect(cut.frames).toEqual(frames.slice(0, 3))
      expect(taken(bytes.subarray(cut.left)).frames).toEqual([...frames.slice(3), [PING, "?"]])
    })

    it("refuses frames that no server sends", () => {
      expect(() => taken(clientFrame(TEXT, Buffer.from("masked")))).toThrow("unmasked")
    })
  })
})
