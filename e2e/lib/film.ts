import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import type { Page } from "playwright-core"
import sharp, { type OverlayOptions } from "sharp"

const PANEL_HEIGHT = 440
const GAP = 8
const SECONDS = 1.6
const MILLISECONDS = 1_000
/** The colour behind and between the pages. */
const GROUND = "#8a8a86"

/** A recording that shows the pages of several people side by side at the same moments. */
export type Film = {
  /** Captures a frame of the pages; null leaves a place empty. Does nothing unless recording is enabled. */
  readonly take: (...pages: ReadonlyArray<Page | null>) => Promise<void>
  /** Writes the recording as an animated WebP. */
  readonly save: () => Promise<void>
}

/** @param path path of the recording; if missing, nothing is recorded */
export const openFilm = (path: string | undefined, widths: ReadonlyArray<number>, height: number): Film => {
  if (path === undefined) return { take: async () => undefined, save: async () => undefined }
  const frames: Array<Buffer> = []
  const panels = widths.map((width) => Math.round((width * PANEL_HEIGHT) / height))
  const lefts = panels.map((_, at) => GAP + panels.slice(0, at).reduce((sum, panel) => sum + panel + GAP, 0))
  const width = GAP + panels.reduce((sum, panel) => sum + panel + GAP, 0)
  return {
    take: async (...pages) => {
      const shots: Array<OverlayOptions> = []
      for (const [at, page] of pages.entries()) {
        if (page === null) continue
        const input = await sharp(await page.screenshot())
          .resize({ width: panels[at] ?? PANEL_HEIGHT, height: PANEL_HEIGHT })
          .toBuffer()
        shots.push({ input, left: lefts[at] ?? 0, top: GAP })
      }
      const ground = { width, height: PANEL_HEIGHT + 2 * GAP, channels: 3, background: GROUND } as const
      frames.push(await sharp({ create: ground }).composite(shots).png().toBuffer())
    },
    save: async () => {
      await mkdir(dirname(path), { recursive: true })
      const delay = frames.map(() => SECONDS * MILLISECONDS)
      await sharp(frames, { join: { animated: true } })
        .webp({ delay, loop: 0, quality: 70 })
        .toFile(path)
    },
  }
}
