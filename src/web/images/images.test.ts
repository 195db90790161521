import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppConfig, type AppSettings } from "#core/kernel"
import { mediaAddress, pictureAddress } from "#core/media"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { makeTestFetcher } from "../../../core/fetch/testing/testFetcher.ts"
import { ImageCache } from "./ImageCache.ts"
import { IMAGE_ADDRESS_LENGTH_MAX, IMAGE_WIDTHS, imageUrl, readImageUrl } from "./imageUrl.ts"
import { loadImage, MISSING_MS, Missing } from "./loadImage.ts"
import { PIXELS_MAX, resizeImage } from "./resizeImage.ts"

const query = (url: string | null) => new URL(url ?? "", "https://quire.test").searchParams
const picture = (width: number, height: number, background = "#c00") =>
  sharp({ create: { width, height, channels: 3, background } })

describe("a picture address", () => {
  it("is on our site, and decodes to its request", () => {
    const url = imageUrl("https://blog.example/a b.png?x=1&y=ü", 300)
    expect(url).toMatch(/^\/img\?u=https%3A%2F%2Fblog\.example/)
    expect(readImageUrl(query(url))).toEqual({ address: "https://blog.example/a b.png?x=1&y=ü", width: 320 })
    expect(readImageUrl(query(imageUrl("https://blog.example/a", 5_000)))?.width).toBe(IMAGE_WIDTHS.at(-1))
  })

  it.each([
    null,
    undefined,
    "",
    "/a.png",
    "data:image/png;base64,AA",
    "javascript:alert(1)",
    `https://a.example/${"x".repeat(IMAGE_ADDRESS_LENGTH_MAX)}`,
  ])("is null for an address that is no picture on the web: %s", (address) => expect(imageUrl(address, 64)).toBeNull())

  it("is one of ours for pictures that we store, and null for anything that only begins like one", () => {
    expect(imageUrl(pictureAddress("header", "m1a2b3"), 640)).toBe("/api/Home/Image?key=m1a2b3&type=header")
    expect(imageUrl(pictureAddress("avatar", "m1a2b3"), 64)).toBe("/api/Home/Image?key=m1a2b3&type=avatar")
    const mediaId = "01890a5d-ac96-774b-bcce-b302099a8057"
    expect(imageUrl(mediaAddress(mediaId), 320)).toBe(`/media/${mediaId}/image`)
    for (const address of ["media:../../etc", "picture:other/m1", "media:", "picture:header/a?type=x"])
      expect(imageUrl(address, 64), address).toBeNull()
  })

  it("is refused if any part of it was changed", () => {
    const signed = query(imageUrl("https://blog.example/a.png", 64))
    for (const [name, value] of [
      ["u", "https://blog.example/b.png"],
      ["w", "128"],
      ["w", "64.0"],
      ["w", "x"],
      ["s", "x".repeat(22)],
      ["s", ""],
      ["s", "é".repeat(22)],
    ] as const) {
      const changed = new URLSearchParams(signed)
      changed.set(name, value)
      const isSame = name === "w" && Number(value) === 64
      expect(readImageUrl(changed) === null, `${name}=${value}`).toBe(!isSame)
    }
    expect(readImageUrl(new URLSearchParams("u=https://blog.example/a.png&w=64"))).toBeNull()
    expect(readImageUrl(new URLSearchParams())).toBeNull()
  })
})

describe("resizing", () => {
  it("makes a picture no wider than requested, as WebP or JPEG, without its metadata", async () => {
    const bytes = await picture(1_000, 500)
      .withExif({ IFD0: { Copyright: "Somebody" } })
      .jpeg()
      .toBuffer()
    for (const format of ["webp", "jpeg"] as const) {
      const made = await sharp(await resizeImage(bytes, 320, format)).metadata()
      expect(made).toMatchObject({ format, width: 320, height: 160 })
      expect(made.exif).toBeUndefined()
    }
    expect(await sharp(await resizeImage(bytes, 1_280, "webp")).metadata()).toMatchObject({ width: 1_000, height: 500 })
  })

  it("applies the orientation of the camera", async () => {
    const lying = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await sharp(await resizeImage(lying, 1_280, "webp")).metadata()).toMatchObject({ width: 200, height: 400 })
  })

  it("shows transparency on white if the format has none", async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#0000" } })
      .png()
      .toBuffer()
    const { dominant } = await sharp(await resizeImage(clear, 64, "jpeg")).stats()
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
  })

  it("takes the first frame of animations, and limits the height of an endless picture", async () => {
    const gif = await sharp([await picture(50, 50).png().toBuffer(), await picture(50, 50, "#0c0").png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
    expect((await sharp(await resizeImage(gif, 64, "webp")).metadata()).pages ?? 1).toBe(1)
    const endless = await picture(100, 16_000).png().toBuffer()
    expect(await sharp(await resizeImage(endless, 64, "webp")).metadata()).toMatchObject({ height: 512 })
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    ["nothing", async () => new Uint8Array()],
    ["a page", async () => Buffer.from("<!doctype html><p>not found</p>")],
    [
      "half a picture",
      async () => (await picture(500, 500).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5_000),
    ],
    ["a TIFF", () => picture(8, 8).tiff().toBuffer()],
    [
      "a bomb",
      () =>
        picture(8_000, PIXELS_MAX / 8_000 + 1)
          .png()
          .toBuffer(),
    ],
    [
      "an SVG bomb",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
    ],
    ["entities without end", async () => Buffer.from(LAUGHS)],
    ["an SVG with filters, which nothing could interrupt", async () => Buffer.from(FILTERS)],
    [
      "an SVG of more than 500 kB",
      async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(500_000)}</svg>`),
    ],
  ])("refuses %s", async (_, bytes) => expect(resizeImage(await bytes(), 64, "webp")).rejects.toThrow())

  it("renders an SVG without loading anything it refers to", async () => {
    const directory = mkdtempSync(join(tmpdir(), "quire-svg-"))
    writeFileSync(join(directory, "red.png"), await picture(64, 64, "#f00").png().toBuffer())
    const server = await startFaultServer()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <script>alert(1)</script><rect width="64" height="64" fill="#00f"/>
      <image xlink:href="file://${directory}/red.png" width="64" height="64"/>
      <image href="${server.origin}/red.png" width="64" height="64"/>
      <foreignObject width="64" height="64"><iframe src="${server.origin}/"/></foreignObject></svg>`
    const made = await resizeImage(Buffer.from(svg), 64, "webp")
    expect((await sharp(made).metadata()).format).toBe("webp")
    const { dominant } = await sharp(made).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(50)
    expect(server.seen).toEqual([])
    await server.close()
    rmSync(directory, { recursive: true })
  })
})

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "haha"><!ENTITY b "${"&a;".repeat(10)}"><!ENTITY c "${"&b;".repeat(10)}">
<!ENTITY d "${"&c;".repeat(10)}"><!ENTITY e "${"&d;".repeat(10)}"><!ENTITY f "${"&e;".repeat(10)}"><!ENTITY g "${"&f;".repeat(10)}">]>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>${"&g;".repeat(10)}</text></svg>`

/** Each blur covers the canvas: a hundred of them take minutes. */
const FILTERS = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="100%" height="100%">${'<feGaussianBlur stdDeviation="2000"/>'.repeat(100)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`

describe("loading from a publisher, over real sockets", () => {
  let server: FaultServer
  let fetcher: ReturnType<typeof makeTestFetcher>
  let directory: string

  beforeAll(async () => {
    server = await startFaultServer()
    fetcher = makeTestFetcher({ allowPrivate: [server.host], bytesMax: 200_000 })
    directory = mkdtempSync(join(tmpdir(), "quire-images-"))
  })
  afterAll(async () => {
    await fetcher.close()
    await server.close()
    rmSync(directory, { recursive: true })
  })

  const load = (address: string, width = 64) => {
    const config = AppConfig.layerOf({ dataDirectory: directory } as AppSettings)
    return fetcher.run(loadImage(address, width, "webp").pipe(Effect.provide(Layer.fresh(config))))
  }
  const at = (path: string) => `${server.origin}${path}`
  const requested = (path: string) => server.seen.filter((request) => request.path === path).length

  it("fetches and resizes a picture once, for concurrent and later requests", async () => {
    server.serve("/a.png", faults.page(await picture(500, 500).png().toBuffer()))
    const all = await Promise.all(Array.from({ length: 20 }, () => load(at("/a.png"))))
    expect(new Set(all.map((image) => (typeof image === "string" ? image : image.toString("base64")))).size).toBe(1)
    expect(await sharp(all[0] as Buffer).metadata()).toMatchObject({ format: "webp", width: 64 })
    await load(at("/a.png"))
    expect(requested("/a.png")).toBe(1)
    expect(existsSync(join(directory, "images"))).toBe(true)
    expect(await sharp((await load(at("/a.png"), 128)) as Buffer).metadata()).toMatchObject({ width: 128 })
    expect(requested("/a.png")).toBe(2)
  })

  it.each<[string, Parameters<FaultServer["serve"]>[1]]>([
    ["a page", "<!doctype html><p>no picture</p>"],
    ["nothing there", faults.status(404)],
    ["more bytes than are read", faults.endless],
    ["compressed bytes that unfold into more", faults.bomb("gzip", 5_000_000)],
    ["a way into our own network", faults.redirect(302, "http://169.254.169.254/latest/meta-data/")],
    ["a connection that is cut", faults.cut],
  ])("returns none for %s, and does not retry at once", async (name, answer) => {
    const path = `/${encodeURIComponent(name)}`
    server.serve(path, answer)
    expect(await load(at(path))).toBe("missing")
    expect(await load(at(path))).toBe("missing")
    expect(requested(path)).toBe(1)
  })

  it("never fetches addresses that are forbidden for feeds", async () => {
    const elsewhere = await startFaultServer()
    expect(await load(`${elsewhere.origin}/a.png`)).toBe("missing")
    expect(await load("http://127.0.0.1:1/a.png")).toBe("missing")
    expect(elsewhere.seen).toEqual([])
    await elsewhere.close()
  })
})

describe("the cache", () => {
  it("keeps the most recently requested pictures within its size", async () => {
    const directory = mkdtempSync(join(tmpdir(), "quire-cache-"))
    const cache = new ImageCache(directory, { bytesMax: 2_500, measureEvery: 1 })
    const bytes = new Uint8Array(1_000)
    for (const key of ["a", "b", "c", "d"]) {
      await cache.write(key, bytes)
    }
    const stored = await Promise.all(["a", "b", "c", "d"].map((key) => cache.read(key)))
    expect(stored.filter((each) => each !== null)).toHaveLength(2)
    expect(
      readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    ).toHaveLength(2)
    rmSync(directory, { recursive: true })
  })

  it("is optional: pictures work if the disk refuses", async () => {
    const cache = new ImageCache("/dev/null/nowhere")
    await cache.write("a", new Uint8Array(1))
    expect(await cache.read("a")).toBeNull()
  })

  it("remembers missing pictures for ten minutes", () => {
    const missing = new Missing()
    missing.add("https://a.example/", 0)
    expect([missing.has("https://a.example/", MISSING_MS - 1), missing.has("https://a.example/", MISSING_MS)]).toEqual([
      true,
      false,
    ])
    for (let index = 0; index < 10_001; index++) missing.add(`https://b.example/${index}`, 0)
    expect(missing.has("https://b.example/0", 1)).toBe(false)
  })
})
