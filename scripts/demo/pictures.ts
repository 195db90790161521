import sharp from "sharp"
import type { Look } from "./DemoFeed.ts"
import { HEIGHT, WIDTH } from "./pictures/brush.ts"
import { emblems } from "./pictures/emblems.ts"
import { inks } from "./pictures/inks.ts"
import { type SceneName, scenes } from "./pictures/scenes.ts"
import { randomFrom } from "./random.ts"

/** Pixels of the pictures that items carry, and of the square that podcasts and sites show. */
export const PICTURE = { width: WIDTH, height: HEIGHT } as const
export const COVER_PIXELS = 1400
export const ICON_PIXELS = 128

export type ImageType = Look["fileType"]

/** One scene of a site's world as an SVG document of any size; the same seed draws the same picture. */
export const sceneSvg = (look: Look, seed: string, width: number = WIDTH, height: number = HEIGHT): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
  `preserveAspectRatio="xMidYMid slice">${scenes[subjectOf(look, seed)](randomFrom(seed), inks[look.ink])}</svg>`

/** Mostly a site's own subject. */
const subjectOf = ({ scene, also = [] }: Look, seed: string): SceneName =>
  randomFrom(`${seed} subject`).pick([scene, ...also.flatMap((other) => [other, scene])])

/** A site's sign on its dark colour, rounded where it stands alone as an icon. */
export const emblemSvg = (look: Look, pixels: number, round = true): string => {
  const ink = inks[look.ink]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 64 64">` +
    `<rect width="64" height="64" rx="${round ? 14 : 0}" fill="${ink.near}"/>${emblems[look.emblem](ink)}</svg>`
  )
}

/** The square cover of a podcast or a site: its world above, its sign below. */
export const coverSvg = (look: Look, seed: string, pixels: number = COVER_PIXELS): string => {
  const ink = inks[look.ink]
  const world = scenes[look.scene](randomFrom(seed), ink)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 800 800">` +
    `<g transform="translate(-200 0)">${world}</g><circle cx="400" cy="640" r="116" fill="${ink.paper}"/>` +
    `<circle cx="400" cy="640" r="104" fill="${ink.near}"/>` +
    `<g transform="translate(320 560) scale(2.5)">${emblems[look.emblem](ink)}</g></svg>`
  )
}

/** Renders an SVG document to the bytes of a picture file. */
export const paint = (svg: string, type: ImageType): Promise<Buffer> => {
  const picture = sharp(Buffer.from(svg))
  if (type === "png") return picture.png({ palette: true, compressionLevel: 9 }).toBuffer()
  return type === "webp"
    ? picture.webp({ quality: 82 }).toBuffer()
    : picture.jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}
