import { describe, expect, it } from "vitest"
import { clientFrame, PING, TEXT, takeFrames } from "./Client.ts"

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
