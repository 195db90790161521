import sharp from "sharp"
import type { Look } from "./DemoFeed.ts"
import { paint, sceneSvg } from "./pictures.ts"
import { randomFrom } from "./random.ts"
import { vp8FrameOf, webmFile } from "./video/webm.ts"

/** Pixels and pace of a film: small, since every frame is a whole picture. */
export const FILM = { width: 640, height: 360, framesPerSecond: 5 } as const

/** The canvas that the camera moves over. */
const CANVAS = { width: 840, height: 560 } as const
const SHOT_SECONDS = 8

/** Films a site's scenes: one shot for each eight seconds, the camera gliding from one side to the other. */
export const film = async (look: Look, seed: string, seconds: number): Promise<Buffer> => {
  const shots = Math.max(1, Math.round(seconds / SHOT_SECONDS))
  const frames: Array<Buffer> = []
  for (let shot = 0; shot < shots; shot += 1) {
    const count = Math.round((seconds / shots) * FILM.framesPerSecond)
    frames.push(...(await filmShot(look, `${seed} shot ${shot}`, count)))
  }
  return webmFile({ ...FILM, frames })
}

const filmShot = async (look: Look, seed: string, count: number): Promise<ReadonlyArray<Buffer>> => {
  const picture = await paint(sceneSvg(look, seed, CANVAS.width, CANVAS.height), "png")
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const [from, to] = glide(seed)
  const frames: Array<Buffer> = []
  for (let index = 0; index < count; index += 1) {
    const along = count > 1 ? index / (count - 1) : 0
    const eased = along * along * (3 - 2 * along)
    const place = {
      left: Math.round(from.left + (to.left - from.left) * eased),
      top: Math.round(from.top + (to.top - from.top) * eased),
    }
    const webp = await sharp(data, { raw })
      .extract({ ...place, width: FILM.width, height: FILM.height })
      .webp({ quality: 60, effort: 1 })
      .toBuffer()
    const frame = vp8FrameOf(webp)
    if (frame === undefined) throw new Error("The encoder gave something other than one lossy frame")
    frames.push(frame)
  }
  return frames
}

const glide = (seed: string) => {
  const random = randomFrom(seed)
  const [right, bottom] = [CANVAS.width - FILM.width, CANVAS.height - FILM.height]
  const leftwards = random.next() < 0.5
  const place = (left: number) => ({ left, top: random.whole(Math.round(bottom * 0.2), bottom) })
  return [place(leftwards ? right : 0), place(leftwards ? 0 : right)] as const
}
