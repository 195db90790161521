import type { QualityHint } from "../contract.ts"

/** ISO/IEC 7810 ID-1 at 300 dpi is 1,011 × 638 pixels. */
const LONG_SIDE_MIN = 1_000
/** Variance of the Laplacian at a thousand pixels across; text on a sharp photo has several hundred. */
const SHARPNESS_MIN = 60
const DARK_LEVEL = 40
const DARK_SHARE_MAX = 0.6
const BRIGHT_LEVEL = 252
const BRIGHT_SHARE_MAX = 0.45
/** Long side by short side: ID-1 has 1.59, a passport page 1.42, a photo of either up to two. */
const ASPECT_MIN = 1.15
const ASPECT_MAX = 2.1

export type Quality = {
  readonly widthPx: number
  readonly heightPx: number
  readonly sharpness: number
  readonly hints: ReadonlyArray<QualityHint>
}
type Gray = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/**
 * Measures how legible the image of a document is: advice to the person, never a verdict.
 * @param gray the image with one byte per pixel, about a thousand pixels across
 * @param size of the original in pixels
 * @param isCard false for a letter, which is white and has any shape
 */
export const measureQuality = (
  gray: Gray,
  { widthPx, heightPx }: Pick<Quality, "widthPx" | "heightPx">,
  isCard: boolean,
): Quality => {
  const sharpness = Math.round(laplacianVariance(gray))
  const share = (isMember: (level: number) => boolean) => {
    let count = 0
    for (const level of gray.data) if (isMember(level)) count += 1
    return count / Math.max(1, gray.data.length)
  }
  const [long, short] = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)]
  const aspect = long / Math.max(1, short)
  const hints: Array<QualityHint> = []
  if (long < LONG_SIDE_MIN) hints.push("small")
  if (sharpness < SHARPNESS_MIN) hints.push("blurred")
  if (share((level) => level < DARK_LEVEL) > DARK_SHARE_MAX) hints.push("dark")
  if (isCard && share((level) => level > BRIGHT_LEVEL) > BRIGHT_SHARE_MAX) hints.push("bright")
  if (isCard && (aspect < ASPECT_MIN || aspect > ASPECT_MAX)) hints.push("shape")
  return { widthPx, heightPx, sharpness, hints }
}

const laplacianVariance = ({ data, width, height }: Gray): number => {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const value =
        (data[at - width] ?? 0) +
        (data[at + width] ?? 0) +
        (data[at - 1] ?? 0) +
        (data[at + 1] ?? 0) -
        4 * (data[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}
