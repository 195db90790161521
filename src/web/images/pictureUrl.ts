import type { PictureType } from "#core/media"

const SIDE = 256
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" })
const HAN = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/**
 * The default avatar: initials of the name on a colour derived from the user code.
 * Only letters of the name get into the SVG.
 */
export const defaultAvatar = (name: string, code: string): string => {
  const text = initialsOf(name)
  const size = [...text].length > 1 ? 104 : 132
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="hsl(${hueOf(code)} 38% 33%)"/>`,
    `<text x="50%" y="50%" dy=".36em" text-anchor="middle" fill="#fff" font-family="Georgia,serif" font-weight="700" font-size="${size}">${text}</text></svg>`,
  ].join("")
}

/** The first letters of the first and last word; for CJK names the first character. */
const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "")
  const [first = "", ...rest] = words.map(firstLetterOf)
  return HAN.test(first) ? first : `${first}${rest.at(-1) ?? ""}`.toLocaleUpperCase()
}

const firstLetterOf = (word: string): string => [...GRAPHEMES.segment(word)][0]?.segment ?? ""

const hueOf = (code: string): number =>
  [...code].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

/** The address of a stored picture; null without one. */
export const pictureUrl = (key: string | null, type: PictureType): string | null =>
  key === null ? null : `/api/Home/Image?${new URLSearchParams({ key, type })}`

/** The address of a person's avatar. `key` changes it when the picture changes. */
export const avatarUrl = (userCode: string, key: string | null): string =>
  `/api/Home/Avatar?${new URLSearchParams({ userCode, ...(key === null ? {} : { v: key.slice(0, 6) }) })}`
