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
// No page shows these, so nobody needs to be able to send one.
sharp.block({ operation: ["VipsForeignLoadTiff", "VipsForeignLoadUhdr"] })

/**
 * A picture no wider than asked, without metadata, as WebP or JPEG: an SVG becomes points like every other one, so that
 * nothing of a stranger's that could act reaches a reader. Throws where the bytes are no picture that can be read
 * within the bounds.
 */
export const resizeImage = async (bytes: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> => {
  const resized = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width, height: HEIGHT_PER_WIDTH_MAX * width, fit: "inside", withoutEnlargement: true })
  return format === "webp"
    ? resized.webp({ quality: WEBP_QUALITY, effort: 3 }).toBuffer()
    : resized.flatten({ background: "#fff" }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
}

/** Pictures of endless height are made no higher than this many times their width. */
const HEIGHT_PER_WIDTH_MAX = 8
