import { crc32, deflateSync } from "node:zlib"
import { Effect, Result } from "effect"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { PICTURE_BYTES_MAX } from "./contract.ts"
import { AVATAR_SIDE, reencodePicture, WIDTH_MAX } from "./reencodePicture.ts"

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#c40" } })
const remake = (bytes: Uint8Array) => Effect.runPromise(Effect.result(reencodePicture(bytes)))
const made = async (bytes: Uint8Array) => Result.getOrThrow(await remake(bytes))
const refused = async (bytes: Uint8Array) => {
  const result = await remake(bytes)
  return Result.isFailure(result) ? result.failure._tag : "taken"
}

describe("an uploaded picture", () => {
  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("is accepted as %s and stored as WebP", async (format) => {
    const { full, avatar, width, height } = await made(await picture(400, 200).toFormat(format).toBuffer())
    expect({ width, height }).toEqual({ width: 400, height: 200 })
    expect((await sharp(full).metadata()).format).toBe("webp")
    expect(await sharp(avatar).metadata()).toMatchObject({ format: "webp", width: AVATAR_SIDE, height: AVATAR_SIDE })
  })

  it("is rotated upright, scaled down, and loses its metadata", async () => {
    const bytes = await picture(4_000, 2_000)
      .withExif({
        IFD0: { Copyright: "Mara Lind", ImageDescription: "at home" },
        IFD3: { GPSLatitude: "52/1 31/1 0/1" },
      })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>secret-place</x:xmpmeta>")
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { full, avatar, width, height } = await made(bytes)
    expect({ width, height }).toEqual({ width: WIDTH_MAX / 2, height: WIDTH_MAX })
    for (const each of [full, avatar]) {
      const { exif, xmp, icc, iptc } = await sharp(each).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
      expect(Buffer.from(each).includes("secret-place")).toBe(false)
    }
  })

  it("loses trailing data of its file", async () => {
    const script = Buffer.from("<script>alert(document.domain)</script>")
    const archive = Buffer.from("PK\x03\x04 an archive behind a picture")
    const gif = Buffer.concat([await picture(20, 20).gif().toBuffer(), script, archive])
    const { full, avatar } = await made(gif)
    for (const each of [full, avatar]) {
      expect(Buffer.from(each).includes("<script>")).toBe(false)
      expect(Buffer.from(each).includes("PK\x03\x04")).toBe(false)
    }
  })
})

describe("a file that is no picture", () => {
  const zip = Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(200)])
  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ["nothing", () => new Uint8Array()],
    ["a text", () => Buffer.from("hello")],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["an SVG that says it is XML", () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["an archive", () => zip],
    ["a TIFF", () => picture(20, 20).tiff().toBuffer()],
    ["a PDF", () => Buffer.from("%PDF-1.7\n")],
    ["a page that begins like a GIF", () => Buffer.from("GIF89a/*<script>alert(1)</script>*/=1")],
    [
      "a page that begins like a JPEG",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("<html>")]),
    ],
    [
      "half a picture",
      async () => (await picture(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000),
    ],
    ["a picture of a few points", () => picture(4, 4).png().toBuffer()],
  ])("is refused: %s", async (_, bytes) => expect(await refused(await bytes())).toBe("NotAPicture"))

  it("is refused as too large by its bytes and its pixels before decoding", async () => {
    expect(await refused(new Uint8Array(PICTURE_BYTES_MAX + 1))).toBe("PictureTooLarge")
    const before = process.memoryUsage().rss
    expect(await refused(pixelBomb(30_000, 30_000))).toBe("PictureTooLarge")
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})

/** A PNG of a few kilobytes that would decode to gigabytes. */
const pixelBomb = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(4)
    frame.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([frame, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * 1_000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))])
}
