import { posix } from "node:path"
import { POST_LEVEL, type PostLevel } from "#contract/publishing"
import { type Archive, readText, UnfitArchive } from "../archive/Archive.ts"
import { HIDDEN_SITE, isHidden, linkAddressOf, webAddressOf } from "../convert/addresses.ts"
import { FileList } from "../convert/FileList.ts"
import { type FrontMatter, listProperty, readFrontMatter, textProperty } from "../convert/frontMatter.ts"
import { htmlToMarkdown } from "../convert/htmlToMarkdown.ts"
import { rewriteMarkdown } from "../convert/rewriteMarkdown.ts"
import {
  EMPTY_HEAD,
  type EntryBody,
  type EntryHead,
  type ForeignFile,
  type Found,
  type ReadOptions,
} from "../ForeignEntry.ts"
import { POST_SOURCE_BYTES_MAX } from "../limits.ts"
import { levelOf, seriesOf, tagsOf, titleOf, utcTimeOf } from "./headFields.ts"

const MARKDOWN = /\.(?:md|markdown|mdown)$/i
/** Jekyll writes the day into the name. */
const DATED = /^(\d{4}-\d{2}-\d{2})-(.+)$/
/** What follows this line is for members, unless the properties name another line. */
const MARKER = "<!--members-only-->"

export const isMarkdownFolder = ({ files }: Archive): boolean => files.some(({ path }) => MARKDOWN.test(path))

/** Reads a folder of Markdown files with properties in YAML, and our own exports, which have the same form. */
export async function* readMarkdown(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  const places = new Places(archive)
  let count = 0
  for (const { path, bytes } of archive.files) {
    if (!MARKDOWN.test(path) || /(?:^|\/)(?:README|LICENSE|CHANGELOG)\.md$/i.test(path)) continue
    count += 1
    if (bytes > POST_SOURCE_BYTES_MAX) {
      yield { entry: { head: { ...EMPTY_HEAD, sourceId: path, title: path, problem: "long" }, body: none } }
      continue
    }
    const matter = readFrontMatter(await readText(archive, path, POST_SOURCE_BYTES_MAX))
    if (matter === null) {
      yield { entry: { head: { ...EMPTY_HEAD, sourceId: path, title: path, problem: "damaged" }, body: none } }
      continue
    }
    yield { entry: { head: headOf(path, matter), body: async () => bodyOf(path, matter, places, options) } }
  }
  if (count === 0) throw new UnfitArchive("unknown")
}

const none = async (): Promise<EntryBody> => ({ preview: "", gated: "", files: [], cover: null })

/** Whether a file is one of our own exports: its text is what posts store. */
const isOwn = ({ properties }: FrontMatter): boolean => properties.get("format") === "md1"

const nameOf = (path: string): string => {
  const name = posix.basename(path).replace(MARKDOWN, "")
  return name === "index" || name === "_index" ? posix.basename(posix.dirname(path)) : name
}

const headOf = (path: string, matter: FrontMatter): EntryHead => {
  const { properties, text } = matter
  const [, day, rest] = DATED.exec(nameOf(path)) ?? []
  const { tags, isCut } = tagsOf(listProperty(properties, "tags", "categories", "keywords"))
  const written = textProperty(properties, "date", "published_at", "publishdate", "pubdate", "published", "created")
  const publishedAt = utcTimeOf(written) ?? utcTimeOf(day)
  const [heading] = headingOf(text)
  const title = titleOf(textProperty(properties, "title") || (isOwn(matter) ? "" : heading || (rest ?? nameOf(path))))
  const status = textProperty(properties, "status").toLowerCase()
  const isHeld =
    properties.get("draft") === true ||
    properties.get("published") === false ||
    (status !== "" && status !== "published")
  return {
    ...EMPTY_HEAD,
    ...{ sourceId: textProperty(properties, "id", "guid") || path, title },
    slug: textProperty(properties, "slug", "permalink").replace(/\/+$/, "").split("/").at(-1) || (rest ?? nameOf(path)),
    canonicalUrl: webAddressOf(
      textProperty(properties, "canonical", "canonical_url", "canonicalurl", "original_url"),
      null,
    ),
    ...{ publishedAt, isDraft: isHeld || publishedAt === null, tags },
    levelId: levelIn(properties),
    series: seriesOf(textProperty(properties, "series")),
    language: textProperty(properties, "language", "lang") || null,
    opening: isOwn(matter) ? openingIn(properties) : null,
    notes: [
      ...(isCut ? (["tagsCut"] as const) : []),
      ...(!isHeld && publishedAt === null ? (["noDate"] as const) : []),
    ],
    problem: text.trim() === "" && title === "" ? "empty" : null,
  }
}

const levelIn = (properties: FrontMatter["properties"]): PostLevel => {
  const level = properties.get("level")
  if (level === POST_LEVEL.subscribers || level === POST_LEVEL.premium) return level
  return levelOf(textProperty(properties, "visibility", "access", "audience", "level"))
}

const openingIn = (properties: FrontMatter["properties"]) => {
  const days = (name: string): number | null => {
    const value = properties.get(name)
    return typeof value === "number" && Number.isInteger(value) ? value : null
  }
  return {
    subscribersDays: days("opens_to_subscribers_after_days"),
    everyoneDays: days("opens_to_everyone_after_days"),
  }
}

/** A heading of the first level at the beginning, and the text without it. */
const headingOf = (text: string): readonly [string, string] => {
  const start = text.replace(/^\s+/, "")
  const [line = "", words] = /^# ([^\n]{1,400})(?:\n|$)/.exec(start) ?? []
  return words === undefined ? ["", text] : [words.trim(), start.slice(line.length)]
}

const bodyOf = (path: string, matter: FrontMatter, places: Places, options: ReadOptions): EntryBody => {
  const { properties, text } = matter
  const base = webAddressOf(textProperty(properties, "canonical", "canonical_url"), null) ?? options.siteUrl
  const files = new PlacedFiles(places, base, options)
  const fileOf = (address: string): ForeignFile | null => {
    const place = places.find(path, address)
    const url = webAddressOf(address, base)
    if (place !== null) return { path: place, address: url }
    return url === null ? null : { address: url }
  }
  const addressOf = (address: string, kind: "image" | "link"): string | null => {
    if (/^media:/i.test(address)) return null
    const isInArchive = places.find(path, address) !== null
    // Our own posts showed pictures of other sites before, and still do.
    const file = isInArchive || (kind === "image" && !isOwn(matter)) ? fileOf(address) : null
    if (file === null && isOwn(matter)) return null
    return file === null ? linkAddressOf(address, base) : files.nameOf(file)
  }
  const markdownOf = (html: string, isBlock: boolean): string => {
    const { before } = htmlToMarkdown(html, {
      files,
      base: base ?? new URL(posix.dirname(`/${path}`), HIDDEN_SITE).href,
    })
    if (isBlock) return before
    return /^<br\s{0,9}\/?>$/i.test(html) ? "\\\n" : before
  }
  // The heading is the title.
  const isTitled = textProperty(properties, "title") !== ""
  const [, untitled] = isTitled || isOwn(matter) ? ["", text] : headingOf(text)
  const [before, after] = splitAtMarker(untitled, textProperty(properties, "split") || MARKER)
  const rewrite = (part: string) =>
    // Spaces at the beginning of our own texts mean something.
    isOwn(matter)
      ? rewriteMarkdown(part, { addressOf, markdownOf: null }).replace(/^\n+/, "").trimEnd()
      : rewriteMarkdown(part, { addressOf, markdownOf }).trim()
  const cover = textProperty(properties, "cover", "image", "feature_image", "featured_image", "thumbnail")
  const coverFile = cover === "" ? null : fileOf(cover)
  const parts = partsOf(
    levelIn(properties),
    before,
    after,
    textProperty(properties, "description", "excerpt", "summary"),
  )
  return {
    ...{ preview: rewrite(parts.preview), gated: rewrite(parts.gated) },
    cover: coverFile === null ? null : files.add(coverFile),
    files: files.files,
  }
}

const partsOf = (levelId: PostLevel, before: string, after: string | null, excerpt: string) => {
  if (after !== null) return { preview: before, gated: after }
  return levelId === POST_LEVEL.everyone ? { preview: before, gated: "" } : { preview: excerpt, gated: before }
}

const splitAtMarker = (text: string, marker: string): readonly [string, string | null] => {
  const lines = text.split("\n")
  const at = lines.findIndex((line) => line.trim() === marker)
  return at === -1 ? [text, null] : [lines.slice(0, at).join("\n"), lines.slice(at + 1).join("\n")]
}

/** Files that HTML names by an address of the site are read from the archive. */
class PlacedFiles extends FileList {
  readonly #places: Places
  readonly #host: string | null
  constructor(places: Places, base: string | null, options: ReadOptions) {
    super(options)
    this.#places = places
    this.#host = base === null ? null : (URL.parse(base)?.host ?? null)
  }
  override add(file: ForeignFile): number {
    if ("path" in file) return super.add(file)
    const address = isHidden(file.address) ? null : file.address
    const url = URL.parse(file.address)
    const isOfSite = address === null || url?.host === this.#host
    const path = isOfSite ? this.#places.find("", url?.pathname ?? "") : null
    if (path !== null) return super.add({ path, address })
    return super.add(address === null ? { path: file.address, address } : file)
  }
}

/** Finds what relative addresses mean: beside the file, from the root of the site, or the only file with that ending. */
class Places {
  readonly #paths: ReadonlySet<string>
  readonly #byName = new Map<string, Array<string>>()
  constructor({ files }: Archive) {
    this.#paths = new Set(files.map(({ path }) => path))
    for (const { path } of files) {
      const name = posix.basename(path)
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path])
    }
  }

  find(from: string, address: string): string | null {
    if (/^[a-z][a-z\d+.-]*:|^\/\/|^#/i.test(address)) return null
    const target = decoded(address.replace(/[?#].*$/s, ""))
    if (target === "" || MARKDOWN.test(target)) return null
    const sibling = posix.normalize(posix.join(posix.dirname(from), target))
    if (this.#paths.has(sibling)) return sibling
    const ending = posix.normalize(`/${target}`)
    const [only, ...others] = (this.#byName.get(posix.basename(target)) ?? []).filter((path) =>
      `/${path}`.endsWith(ending),
    )
    return only !== undefined && others.length === 0 ? only : null
  }
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
