import sharp from "sharp"

/** Larger pictures are refused: 40 megapixels take 160 MB decoded. */
export const PIXELS_MAX = 40_000_000
const SECONDS_MAX = 10
const WEBP_QUALITY = 74
const JPEG_QUALITY = 80

export type ImageFormat = "webp" | "jpeg"

// One thread per call of libvips: the other core serves requests.
sharp.concurrency(1)
sharp.cache(false)
// Browsers show none of these, so nobody needs to send them.
sharp.block({ operation: ["VipsForeignLoadTiff", "VipsForeignLoadUhdr"] })

/**
 * Encodes a picture as WebP or JPEG, no wider than `width`, without metadata. SVG is rasterised, so that no active content
 * reaches a reader.
 *
 * @throws if the bytes are no readable picture within the limits
 */
export const resizeImage = async (bytes: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> => {
  if (hasCostlyFilters(bytes)) throw new Error("SVG with filters")
  const resized = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "truncated", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width, height: HEIGHT_PER_WIDTH_MAX * width, fit: "inside", withoutEnlargement: true })
  return format === "webp"
    ? resized.webp({ quality: WEBP_QUALITY, effort: 3 }).toBuffer()
    : resized.flatten({ background: "#fff" }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
}

/**
 * librsvg renders filters, patterns and masks on the whole canvas for each use, and sharp's timeout does not interrupt it: a few
 * hundred bytes could block both permits for minutes. Icons and logos do without them.
 */
const hasCostlyFilters = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SVG_SNIFF_BYTES)).toString("latin1")
  if (!/<svg[\s>]/i.test(start)) return false
  if (bytes.length > SVG_BYTES_MAX) return true
  return /<(?:\w+:)?(?:filter|pattern|mask|fe[A-Z]\w*)[\s>/]/i.test(Buffer.from(bytes).toString("latin1"))
}
const SVG_SNIFF_BYTES = 4_096
const SVG_BYTES_MAX = 500_000

/** Very tall pictures are cropped to this multiple of their width. */
const HEIGHT_PER_WIDTH_MAX = 8
