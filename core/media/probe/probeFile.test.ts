import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { addToIndex, box, makeMp4, metadataTrack, uint32s } from "../testing/sampleMedia.ts"
import { type FileReader, UnfitFile } from "./FileReader.ts"
import { applyPatches, type Patch } from "./Patch.ts"
import { probeFile } from "./probeFile.ts"

const PLACE = "+52.5200+013.4050/"

const readerOf = (bytes: Buffer): FileReader => ({
  length: bytes.length,
  read: async (first, length) => bytes.subarray(first, first + length),
})
const demo = (name: string) => readFileSync(new URL(`../../../scripts/demo/media/${name}`, import.meta.url))

/** What is stored of a file, read in pieces of this length. */
const clean = async (bytes: Buffer, pieceBytes = 1_000): Promise<Buffer> => {
  const { patches } = await probeFile(readerOf(bytes))
  return patched(bytes, patches, pieceBytes)
}
const patched = async (bytes: Buffer, patches: ReadonlyArray<Patch>, pieceBytes: number): Promise<Buffer> => {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const stored: Array<Uint8Array> = []
  for await (const piece of applyPatches(pieces(), patches)) stored.push(piece)
  return Buffer.concat(stored)
}

const problemOf = async (bytes: Buffer) => {
  try {
    return await probeFile(readerOf(bytes))
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error
    return [error.problem, error.detail]
  }
}

it("reads size, duration and codecs of an MP4 file", async () => {
  const { probed } = await probeFile(readerOf(await makeMp4()))
  expect(probed).toEqual({
    kind: "video",
    type: "video/mp4",
    codecs: ["H.264", "AAC"],
    width: 640,
    height: 360,
    durationMs: 3_000,
  })
})

it("reads the duration of an MP3 file, which has no picture", async () => {
  const { probed } = await probeFile(readerOf(demo("unhurried-ear.mp3")))
  expect(probed).toMatchObject({ kind: "audio", type: "audio/mpeg", codecs: ["MP3"], width: null, height: null })
  expect(probed.durationMs).toBeGreaterThan(1_000)
})

it("reads a WebM file of a browser", async () => {
  const outcome = await problemOf(demo("long-simmer.webm"))
  expect(outcome).toMatchObject({ probed: { kind: "video", type: "video/webm" } })
})

it("removes the place of a recording from user data, metadata items and boxes of manufacturers", async () => {
  const base = await makeMp4()
  const file = Buffer.concat([
    addToIndex(
      base,
      box("udta", box("\xa9xyz", uint32s(0x001215c7), PLACE)),
      box("meta", uint32s(0), PLACE),
      box("uuid", Buffer.alloc(16, 1), PLACE),
    ),
    box("uuid", Buffer.alloc(16, 2), PLACE),
  ])
  const stored = await clean(file)
  expect(stored.length).toBe(file.length)
  expect(stored.includes(PLACE)).toBe(false)
  // Nothing moved: the media data is the same, and the file can still be read.
  expect(stored.subarray(0, base.indexOf("moov") - 4).equals(file.subarray(0, base.indexOf("moov") - 4))).toBe(true)
  expect((await probeFile(readerOf(stored))).probed).toEqual((await probeFile(readerOf(base))).probed)
})

it("removes a track with the route of a camera, and its samples", async () => {
  const base = await makeMp4()
  const data = box("mdat", PLACE)
  const end = addToIndex(base, metadataTrack(0, PLACE.length)).length
  const file = Buffer.concat([addToIndex(base, metadataTrack(end + 8, PLACE.length)), data])
  expect(file.includes(PLACE)).toBe(true)
  for (const pieceBytes of [7, 1_000, 1_000_000]) {
    const stored = await clean(file, pieceBytes)
    expect(stored.includes(PLACE)).toBe(false)
    expect((await probeFile(readerOf(stored))).probed.codecs).toEqual(["H.264", "AAC"])
  }
})

it("removes the time of a recording", async () => {
  const file = await makeMp4()
  const at = file.indexOf("mvhd") + 8
  file.writeUInt32BE(0xdeadbeef, at)
  expect((await clean(file)).readUInt32BE(at)).toBe(0)
})

it("removes tags and attachments of a WebM file without moving a byte", async () => {
  const base = demo("long-simmer.webm")
  const tags = Buffer.concat([Buffer.from([0x12, 0x54, 0xc3, 0x67, 0x40, PLACE.length]), Buffer.from(PLACE)])
  const file = Buffer.concat([base, tags])
  // The segment grows by the element.
  const segment = base.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]))
  const size = base.readUIntBE(segment + 6, 6)
  const isLong = base[segment + 4] === 1
  if (isLong && size < 2 ** 40) file.writeUIntBE(size + tags.length, segment + 6, 6)
  const stored = await clean(file)
  expect(stored.length).toBe(file.length)
  expect(stored.includes(PLACE)).toBe(false)
})

it("refuses what browsers do not play, and names the codec", async () => {
  expect(await problemOf(await makeMp4({ video: "hevc" }))).toEqual(["codec", "H.265 (HEVC)"])
})

it.each([
  ["a zip named .mp4", Buffer.from("PK\x03\x04rest of an archive"), ["container", "ZIP"]],
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), ["container", "SVG"]],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), ["container", "HTML"]],
  ["a WAV file", Buffer.from("RIFF\0\0\0\0WAVEfmt "), ["container", "WAV"]],
  ["text", Buffer.from("hello"), ["unknown", null]],
  ["a script that looks like GIF", Buffer.from("GIF89a/*"), ["unknown", null]],
  ["an MP4 header alone", box("ftyp", "isom"), ["damaged", null]],
  ["an index alone", box("moov"), ["damaged", null]],
  ["two indexes", Buffer.concat([box("moov"), box("moov")]), ["damaged", null]],
  [
    "a box beyond the end",
    Buffer.concat([box("ftyp", "isom"), uint32s(0xffffffff), Buffer.from("moov")]),
    ["damaged", null],
  ],
  [
    "a box of 2^63 bytes",
    Buffer.concat([box("ftyp", "isom"), uint32s(1), Buffer.from("moov"), uint32s(0x7fffffff, 0xffffffff)]),
    ["damaged", null],
  ],
  [
    "a box shorter than its header",
    Buffer.concat([box("ftyp", "isom"), uint32s(4), Buffer.from("moov")]),
    ["damaged", null],
  ],
  [
    "a million top boxes",
    Buffer.concat([box("ftyp", "isom"), Buffer.alloc(8 * 1_000_000, box("free"))]),
    ["complex", null],
  ],
  ["a million tracks", box("moov", Buffer.alloc(8 * 1_000_000, box("trak"))), ["complex", null]],
  ["boxes in boxes", nested(5_000), ["complex", null]],
  ["a table that claims four billion entries", box("moov", hugeTable()), ["damaged", null]],
  ["a Matroska file", Buffer.from("1a45dfa38b4282886d6174726f736b61", "hex"), ["container", "Matroska (MKV)"]],
  ["half of an element", Buffer.from("1a45dfa3ff", "hex"), ["damaged", null]],
])("refuses %s", async (_, bytes, problem) => {
  expect(await problemOf(bytes)).toEqual(problem)
})

function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let count = 0; count < depth; count++) inner = box("minf", inner)
  return box("moov", box("trak", box("mdia", box("hdlr", uint32s(0, 0), "soun", Buffer.alloc(13)), inner)))
}

function hugeTable(): Buffer {
  const track = metadataTrack(0, 1)
  track.writeUInt32BE(0xffffffff, track.indexOf("stco") + 8)
  return track
}
