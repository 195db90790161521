import sharp from "sharp"
import { hashOf } from "./random.ts"

/** Picture size in pixels. */
export const PICTURE = { width: 900, height: 600 } as const
const ICON_PIXELS = 128
const COLUMNS = 3
const PICTURES = 6

/** Each site has one sheet, `media/<slug>.webp`: two rows of three pictures with its icon below. */
export type PictureName = "icon" | "cover" | `${number}`

const cache = new Map<string, Promise<Buffer>>()

/** Returns one of a site's pictures as a file; undefined if the site or the picture does not exist. */
export const readPicture = (slug: string, name: string): Promise<Buffer> | undefined => {
  const place = name === "icon" ? PICTURES : name === "cover" ? 0 : Number(name) - 1
  if (!Number.isInteger(place) || place < 0 || place > PICTURES) return undefined
  const key = `${slug}/${place}`
  const cut = cache.get(key) ?? cutOut(slug, place)
  cache.set(key, cut)
  return cut
}

const cutOut = (slug: string, place: number): Promise<Buffer> => {
  const sheet = sharp(new URL(`./media/${slug}.webp`, import.meta.url).pathname)
  const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)]
  const { width, height } = place === PICTURES ? { width: ICON_PIXELS, height: ICON_PIXELS } : PICTURE
  const part = sheet.extract({ left: column * PICTURE.width, top: row * PICTURE.height, width, height })
  return (place === PICTURES ? part.png({ palette: true }) : part.webp({ quality: 75 })).toBuffer()
}

/** Returns the picture of an item or a figure, always the same for the same key. */
export const pictureOf = (seed: string): string => `${(hashOf(seed) % PICTURES) + 1}.webp`
