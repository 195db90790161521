import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { type SoundName, soundscapes } from "./audio/soundscapes.ts"
import { record, recordingBytes, SAMPLE_RATE } from "./audio.ts"
import { emblems } from "./pictures/emblems.ts"
import { type InkName, inks } from "./pictures/inks.ts"
import { type SceneName, scenes } from "./pictures/scenes.ts"
import { emblemSvg, paint, sceneSvg } from "./pictures.ts"
import { vp8FrameOf, webmFile } from "./video/webm.ts"

const look = (scene: string, ink = "atlantic") =>
  ({ scene: scene as SceneName, ink: ink as InkName, emblem: "wave", fileType: "jpeg" }) as const

describe("pictures", () => {
  it.each(Object.keys(scenes))("draws %s: the same for the same seed, another for another", async (scene) => {
    const svg = sceneSvg(look(scene), "seed")
    expect(svg).toBe(sceneSvg(look(scene), "seed"))
    expect(svg).not.toBe(sceneSvg(look(scene), "other"))
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const { entropy } = await sharp(Buffer.from(sceneSvg(look(scene), "seed", 300, 200))).stats()
    expect(entropy).toBeGreaterThan(1)
  })

  it.each(["jpeg", "png", "webp"] as const)("gives a real %s of the full size", async (type) => {
    const { width, height, format } = await sharp(await paint(sceneSvg(look("tide"), "x"), type)).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 800, format: type })
  })

  it("draws a sign in every ink", () => {
    const inkNames = Object.keys(inks)
    for (const [index, emblem] of Object.keys(emblems).entries()) {
      const ink = inkNames[index % inkNames.length] as InkName
      const svg = emblemSvg({ ...look("moor", ink), emblem: emblem as keyof typeof emblems }, 64)
      expect(svg).not.toMatch(/NaN|undefined/)
    }
  })
})

describe("recordings", () => {
  it.each(Object.keys(soundscapes) as Array<SoundName>)("plays %s into a WAV file of the promised length", (sound) => {
    const file = record({ sound, seed: "a", seconds: 12 })
    expect(file.length).toBe(recordingBytes(12))
    expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ")
    expect(file.readUInt32LE(24)).toBe(SAMPLE_RATE)
    const samples = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
    const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    expect(loudest).toBeLessThan(32_000)
    expect(power).toBeGreaterThan(600)
    expect(Math.abs(samples[0] ?? 1)).toBe(0)
    expect(record({ sound, seed: "a", seconds: 12 }).equals(file)).toBe(true)
  })
})

describe("films", () => {
  it("wraps lossy WebP pictures as the key frames of a WebM file", async () => {
    const webp = await sharp({ create: { width: 32, height: 16, channels: 3, background: "#c33" } })
      .webp()
      .toBuffer()
    const frame = vp8FrameOf(webp)
    if (frame === undefined) throw new Error("no frame")
    // RFC 6386, 9.1: three bytes of tag, the lowest bit 0 for a key frame, then this start code.
    expect((frame[0] ?? 1) & 1).toBe(0)
    expect([...frame.subarray(3, 6)]).toEqual([0x9d, 0x01, 0x2a])
    const file = webmFile({ width: 32, height: 16, framesPerSecond: 2, frames: [frame, frame, frame] })
    expect(file.subarray(0, 4).toString("hex")).toBe("1a45dfa3")
    const cluster = Buffer.from("1f43b675", "hex")
    const first = file.indexOf(cluster)
    expect(file.indexOf(cluster, first + 4)).toBeGreaterThan(first)
    expect(file.indexOf(cluster, file.indexOf(cluster, first + 4) + 4)).toBe(-1)
  })

  it("knows a picture that is no simple lossy WebP", async () => {
    const lossless = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c33" } })
      .webp({ lossless: true })
      .toBuffer()
    expect(vp8FrameOf(lossless)).toBeUndefined()
  })
})
