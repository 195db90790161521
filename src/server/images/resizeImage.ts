import sharp from "sharp"

/** A picture with more pixels than this is not opened: 40 megapixels are 160 MB once decoded. */
export const PIXELS_MAX = 40_000_000
const SECONDS_MAX = 10
const WEBP_QUALITY = 74
const JPEG_QUALITY = 80

export type ImageFormat = "webp" | "jpeg"

// One picture at a time in each of libvips' calls: there are other things to do on two cores.
sharp.concurrency(1)
sharp.cache(false)

/**
 * A picture no wider than asked, without metadata, as WebP or JPEG. Throws where the bytes are no picture that can be
 * read within the bounds.
 */
export const resizeImage = (bytes: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> => {
  const resized = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  return (
    format === "webp"
      ? resized.webp({ quality: WEBP_QUALITY, effort: 3 })
      : resized.flatten({ background: "#fff" }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
  ).toBuffer()
}
