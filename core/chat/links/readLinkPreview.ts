import { Parser } from "htmlparser2"

export type LinkPreview = {
  /** The final URL of the link. */
  readonly url: string
  readonly title: string
  readonly description: string | null
  readonly siteName: string | null
  /** The preview picture that the page names, at its original address. */
  readonly imageUrl: string | null
}

/** Bytes read of a page: its metadata is at the beginning. */
export const PREVIEW_BYTES_MAX = 500_000
const TITLE_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 300
const SITE_NAME_LENGTH_MAX = 80
const ADDRESS_LENGTH_MAX = 2_000

/** Open Graph first, then the tags for small screens and search engines. */
const NAMES = {
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  siteName: ["og:site_name", "application-name"],
  image: ["og:image:secure_url", "og:image", "og:image:url", "twitter:image"],
} as const

/** The metadata of a page as plain text; null without a title. */
export const readLinkPreview = (html: string, url: string): LinkPreview | null => {
  const contents = new Map<string, string>()
  let title = ""
  let isTitle = false
  const parser = new Parser({
    onopentag: (name, { property = "", name: named = "", content = "" }) => {
      isTitle = name === "title" && title === ""
      const key = (property || named).toLowerCase()
      if (name === "meta" && key !== "" && content !== "" && !contents.has(key)) contents.set(key, content)
      // A picture inside the body may have a title of its own.
      if (name === "body") parser.pause()
    },
    ontext: (text) => {
      if (isTitle && title.length < TITLE_LENGTH_MAX) title += text
    },
    onclosetag: (name) => {
      if (name === "title") isTitle = false
    },
  })
  parser.end(html)
  const first = (names: ReadonlyArray<string>, lengthMax: number) =>
    names.map((name) => plain(contents.get(name) ?? "", lengthMax)).find((text) => text !== "") ?? null
  const name = first(NAMES.title, TITLE_LENGTH_MAX) ?? plain(title, TITLE_LENGTH_MAX)
  if (name === "") return null
  return {
    url,
    title: name,
    description: first(NAMES.description, DESCRIPTION_LENGTH_MAX),
    siteName: first(NAMES.siteName, SITE_NAME_LENGTH_MAX),
    imageUrl: addressOf(NAMES.image.map((each) => contents.get(each)).find((each) => each !== undefined) ?? "", url),
  }
}

/** One line without control characters, cut at a whole character. */
const plain = (text: string, lengthMax: number): string => {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
  const characters = [...line]
  return characters.length <= lengthMax
    ? line
    : `${characters
        .slice(0, lengthMax - 1)
        .join("")
        .trimEnd()}…`
}

const addressOf = (text: string, base: string): string | null => {
  const url = text === "" || text.length > ADDRESS_LENGTH_MAX ? null : URL.parse(text, base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null
}
