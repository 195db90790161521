import {
  POST_LEVEL,
  POST_SERIES_LENGTH_MAX,
  POST_TAG_LENGTH_MAX,
  POST_TAGS_MAX,
  POST_TITLE_LENGTH_MAX,
  type PostLevel,
} from "#contract/publishing"

/** A time as ISO 8601 in UTC; null if it is none, or out of the years that posts can have. */
export const timeOf = (text: string | null | undefined): string | null => {
  if (text == null || text.trim() === "") return null
  const ms = Date.parse(text.trim())
  return Number.isNaN(ms) || ms < FIRST_MS || ms > LAST_MS ? null : new Date(ms).toISOString()
}
/** 1970 and 2200: what is before or after is a mistake of a converter. */
const FIRST_MS = 0
const LAST_MS = 7_258_118_400_000

/** A time in UTC that is written without a zone: `2019-05-04 07:30:00`. */
export const utcTimeOf = (text: string | null | undefined): string | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)$/.exec(text?.trim() ?? "") ?? []
  return day === undefined || day === "0000-00-00" ? timeOf(text) : timeOf(`${day}T${time}Z`)
}

/** A title that fits; the end is cut. */
export const titleOf = (text: string | null | undefined): string =>
  [...(text ?? "").replaceAll(/\s+/g, " ").trim()].slice(0, POST_TITLE_LENGTH_MAX).join("")

/** Tags that fit, each once, and whether some were left out or cut. */
export const tagsOf = (
  names: ReadonlyArray<string>,
): { readonly tags: ReadonlyArray<string>; readonly isCut: boolean } => {
  const all = [...new Set(names.map((name) => name.replace(/^#+/, "").replaceAll(/\s+/g, " ").trim()).filter(Boolean))]
  const tags = all.slice(0, POST_TAGS_MAX).map((name) => [...name].slice(0, POST_TAG_LENGTH_MAX).join(""))
  return { tags, isCut: tags.length < all.length || tags.some((tag, at) => tag !== all[at]) }
}

export const seriesOf = (text: string | null): string | null =>
  text === null || text.trim() === "" ? null : [...text.trim()].slice(0, POST_SERIES_LENGTH_MAX).join("")

/** Who may read a post, in the words of the products, as a level. */
export const levelOf = (audience: string): PostLevel => {
  const found = LEVELS[audience.trim().toLowerCase()]
  return found ?? POST_LEVEL.everyone
}

const LEVELS: Readonly<Record<string, PostLevel>> = {
  // Ghost
  ...{ public: 1, members: 2, paid: 3, tiers: 3, filter: 3 },
  // Substack
  ...{ everyone: 1, only_free: 2, only_paid: 3, founding: 3 },
  // Jetpack
  ...{ everybody: 1, subscribers: 2, paid_subscribers: 3 },
  // Patreon
  ...{ "members only": 2, "all members": 2, "paid members": 3, patrons: 3, "patrons only": 3 },
  // Files
  ...{ subscriber: 2, member: 2, premium: 3 },
}

/** The last part of the path of an address, decoded; empty if there is none. */
export const slugIn = (address: string | null): string => {
  const last = (address === null ? null : URL.parse(address))?.pathname.split("/").filter(Boolean).at(-1) ?? ""
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The first words of a text, for posts without a title. */
export const firstWordsOf = (text: string): string => {
  const words = text.replaceAll(/\s+/g, " ").trim()
  const characters = [...words]
  if (characters.length <= WORDS_LENGTH_MAX) return words
  const cut = characters.slice(0, WORDS_LENGTH_MAX).join("")
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), WORDS_LENGTH_MAX / 2)).trimEnd()}…`
}
const WORDS_LENGTH_MAX = 60
