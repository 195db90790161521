import { Effect } from "effect"
import { NotAPicture, PictureTooLarge } from "./refusals.ts"
import {
  AVATAR_SIDE,
  DECODE_SECONDS_MAX,
  HEIGHT_MAX,
  PICTURE_BYTES_MAX,
  PIXELS_MAX,
  SIDE_MIN,
  WIDTH_MAX,
} from "./sizes.ts"
import { sniffPicture } from "./sniffPicture.ts"

const QUALITY = 82

/** A picture as we made it: WebP, upright, without metadata and without anything that followed it in its file. */
export type MadePicture = {
  /** Whole, no larger than `WIDTH_MAX` by `HEIGHT_MAX`. */
  readonly full: Uint8Array
  /** The square of `AVATAR_SIDE` in which most of what catches the eye lies. */
  readonly avatar: Uint8Array
  readonly width: number
  readonly height: number
}

/** Decodes what a stranger brought, within bounds that are known before it is decoded, and encodes it anew. */
export const remakePicture = Effect.fn("remakePicture")(function* (bytes: Uint8Array) {
  if (bytes.length > PICTURE_BYTES_MAX) return yield* new PictureTooLarge()
  const format = sniffPicture(bytes)
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
    return { full, avatar, width: info.width, height: info.height } satisfies MadePicture
  })
})

/** Opens only the first picture of those that move; a truncated one is none. Most processes never need to load what does. */
const opener = Effect.promise(async () => {
  const { default: sharp } = await import("sharp")
  return (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 })
})

const unlessUnreadable = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (error) => (/pixel limit/i.test(String(error)) ? new PictureTooLarge() : new NotAPicture()),
  })
