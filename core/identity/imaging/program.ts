import sharp from "sharp"
import { drawPdf } from "./drawPdf.ts"
import { measureQuality } from "./measureQuality.ts"
import { applyWatermark } from "./watermark.ts"
import { encodeResult, type ImagingTask, isPdf, PIXELS_MAX } from "./wire.ts"

/** Width of the copy that the quality is measured on. */
const MEASURED_PX = 1_000
const JPEG_QUALITY = 85

/**
 * Decodes one untrusted image, or the pages of a PDF, from standard input, and writes it to standard output: encoded again, upright, without
 * metadata, with a watermark. A process of its own, without secrets, files and network; its parent limits time and memory.
 */
const main = async (): Promise<void> => {
  const task = JSON.parse(process.argv[2] ?? "{}") as ImagingTask
  const parts: Array<Buffer> = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  const given = Buffer.concat(parts)
  sharp.cache(false)
  sharp.concurrency(1)
  const bytes = isPdf(given) ? await drawPdf(given) : given
  const open = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 })
  const { width = 0, height = 0 } = await open().metadata()
  const { data, info } = await open()
    .autoOrient()
    .resize({ width: task.sidePxMax, height: task.sidePxMax, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const gray = await sharp(data, { raw })
    .resize({ width: Math.min(MEASURED_PX, info.width) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const measured = { data: gray.data, width: gray.info.width, height: gray.info.height }
  const quality = measureQuality(measured, { widthPx: width, heightPx: height }, task.isCard)
  applyWatermark(data, raw, task)
  const image = await sharp(data, { raw }).jpeg({ quality: JPEG_QUALITY }).toBuffer()
  process.stdout.write(encodeResult(quality, image))
}

try {
  await main()
} catch {
  // What is wrong with a hostile file is of no interest, and its text could be.
  process.exitCode = 2
}
