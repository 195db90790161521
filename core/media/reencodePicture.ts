import { Effect } from "effect"
import { PICTURE_BYTES_MAX } from "./contract.ts"
import { NotAPicture, PictureTooLarge } from "./refusals.ts"

const QUALITY = 82
/** 40 million pixels take 160 MB decoded. */
const PIXELS_MAX = 40_000_000
const SIDE_MIN = 16
const DECODE_SECONDS_MAX = 10
/** Size of a stored picture: a header across a page, and the square next to a name. */
export const WIDTH_MAX = 1_600
export const HEIGHT_MAX = 1_600
export const AVATAR_SIDE = 256

/** A re-encoded picture: WebP, upright, without metadata and trailing data. */
export type EncodedPicture = {
  /** At most `WIDTH_MAX` by `HEIGHT_MAX`. */
  readonly full: Uint8Array
  /** The most salient square, `AVATAR_SIDE` wide. */
  readonly avatar: Uint8Array
  readonly width: number
  readonly height: number
}

/** Decodes an untrusted picture within known limits and encodes it again. */
export const reencodePicture = Effect.fn("reencodePicture")(function* (bytes: Uint8Array) {
  if (bytes.length > PICTURE_BYTES_MAX) return yield* new PictureTooLarge()
  const format = detectFormat(bytes)
  if (format === null) return yield* new NotAPicture()
  const open = yield* opener
  const { width, height } = yield* unlessUnreadable(() => open(bytes).metadata())
  if (width * height > PIXELS_MAX) return yield* new PictureTooLarge()
  if (Math.min(width, height) < SIDE_MIN) return yield* new NotAPicture()
  return yield* unlessUnreadable(async () => {
    const upright = open(bytes).timeout({ seconds: DECODE_SECONDS_MAX }).autoOrient()
    const { data: full, info } = await upright
      .clone()
      .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    const avatar = await open(full)
      .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
      .webp({ quality: QUALITY })
      .toBuffer()
    return { full, avatar, width: info.width, height: info.height } satisfies EncodedPicture
  })
})

/** Opens the first frame only and rejects truncated files. Loads sharp on first use, because most processes never need it. */
const opener = Effect.promise(async () => {
  const { default: sharp } = await import("sharp")
  return (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 })
})

const unlessUnreadable = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (error) => (/pixel limit/i.test(String(error)) ? new PictureTooLarge() : new NotAPicture()),
  })

type PictureFormat = "jpeg" | "png" | "webp" | "gif" | "avif"

/**
 * Detects the format from the first bytes, regardless of name and content type. Returns null for everything else: SVG and
 * HTML can run scripts, and rare formats only add attack surface.
 */
const detectFormat = (bytes: Uint8Array): PictureFormat | null => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  const startsWith = (...values: ReadonlyArray<number>) => values.every((value, at) => head[at] === value)
  const text = (from: number, to: number) => head.toString("latin1", from, to)
  if (startsWith(0xff, 0xd8, 0xff)) return "jpeg"
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  if (["GIF87a", "GIF89a"].includes(text(0, 6))) return "gif"
  // ISO 14496-12: the major brand of the ftyp box names the format.
  if (text(4, 8) === "ftyp" && ["avif", "avis"].includes(text(8, 12))) return "avif"
  return null
}

const HEAD_BYTES = 16
