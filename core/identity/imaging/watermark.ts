import { drawText } from "./glyphs.ts"
import type { ImagingTask } from "./wire.ts"

/** Characters of one line of a watermark. */
const LINE_LENGTH_MAX = 80
/** The shorter side of an image has this many dots, so that the text is as large on each. */
const DOTS_ACROSS = 230
const DEGREES = { copy: -28, look: 17 } as const
/** Dots from one line to the next. The mark of a look crosses the mark of the copy, and leaves the document legible. */
const LINE_GAPS = { copy: 28, look: 80 } as const
/** Share of the way to white or black that a dot moves a pixel. */
const STRENGTH = 0.26
const MIDDLE = 128
const WHITE = 255

type Pixels = { readonly width: number; readonly height: number; readonly channels: number }

/**
 * Repeats a text across an image, in place: darker on light pixels and lighter on dark ones, so that it stays legible on
 * white paper and on photos, and runs through everything that could be cut out.
 */
export const applyWatermark = (
  data: Uint8Array,
  { width, height, channels }: Pixels,
  { text, mark }: Pick<ImagingTask, "text" | "mark">,
): void => {
  const line = drawText(`${text.slice(0, LINE_LENGTH_MAX)}   `, LINE_GAPS[mark])
  const dotPx = Math.max(1, Math.min(width, height) / DOTS_ACROSS)
  const angle = (DEGREES[mark] * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) / dotPx, Math.sin(angle) / dotPx]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x * cos + y * sin)
      const row = Math.floor(y * cos - x * sin)
      const at = remainder(row, line.height) * line.width + remainder(column, line.width)
      if (line.dots[at] === 1) shade(data, (y * width + x) * channels, channels)
    }
  }
}

const shade = (data: Uint8Array, at: number, channels: number): void => {
  const brightest = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  const target = brightest > MIDDLE ? 0 : WHITE
  for (let channel = at; channel < at + channels; channel++)
    data[channel] = (data[channel] ?? 0) * (1 - STRENGTH) + target * STRENGTH
}

const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor
