import type { Nodes } from "hast"
import { POST_LEVEL, slugOf } from "#contract/publishing"
import { type Archive, readText, UnfitArchive } from "../archive/Archive.ts"
import { webAddressOf } from "../convert/addresses.ts"
import { FileList } from "../convert/FileList.ts"
import { htmlToMarkdown } from "../convert/htmlToMarkdown.ts"
import { EMPTY_HEAD, type EntryHead, type Found, type ReadOptions } from "../ForeignEntry.ts"
import { TEXT_BYTES_MAX } from "../limits.ts"
import { levelOf, timeOf, titleOf } from "./headFields.ts"
import { type Row, readTable } from "./readTable.ts"

const TABLE = /(?:^|\/)posts\.csv$/

export const isSubstack = ({ files }: Archive): boolean =>
  files.some(({ path }) => TABLE.test(path)) && files.some(({ path }) => /(?:^|\/)posts\/[^/]+\.html$/.test(path))

/**
 * Reads an export of Substack (Settings, Exports): `posts.csv`, and the text of each post as `posts/<post_id>.html`. Lists
 * of subscribers are not read: nobody joined our lists.
 */
export async function* readSubstack(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  const path = archive.files.find((file) => TABLE.test(file.path))?.path
  if (path === undefined) throw new UnfitArchive("unknown")
  const folder = path.slice(0, -"posts.csv".length)
  const paths = new Set(archive.files.map((file) => file.path))
  const { columns, rows } = readTable(await readText(archive, path, TEXT_BYTES_MAX))
  if (!columns.includes("post_id")) throw new UnfitArchive("damaged")
  for (const row of rows) {
    const text = `${folder}posts/${row("post_id")}.html`
    const head = headOf(row, paths.has(text), options)
    yield {
      entry: {
        head,
        body: async () => bodyOf(row, paths.has(text) ? await readText(archive, text, TEXT_BYTES_MAX) : "", options),
      },
    }
  }
}

const headOf = (row: Row, hasText: boolean, { siteUrl }: ReadOptions): EntryHead => {
  const id = row("post_id")
  // `12345678.tides-and-timetables`
  const slug = id.replace(/^\d+\.?/, "")
  const publishedAt = timeOf(row("post_date"))
  const isDraft = row("is_published").toLowerCase() !== "true"
  const base = siteUrl === null ? null : webAddressOf(`/p/${encodeURIComponent(slug)}`, siteUrl)
  const isThread = row("type") === "thread"
  return {
    ...EMPTY_HEAD,
    ...{ sourceId: /^\d+/.exec(id)?.[0] ?? slugOf(id), title: titleOf(row("title")), slug },
    canonicalUrl: isDraft || slug === "" ? null : base,
    ...{ publishedAt, isDraft, levelId: levelOf(row("audience")) },
    notes: !isDraft && publishedAt === null ? ["noDate"] : [],
    problem: isThread ? "thread" : hasText || row("podcast_url") !== "" ? null : "noText",
  }
}

const bodyOf = (row: Row, html: string, options: ReadOptions) => {
  const files = new FileList(options)
  const podcast = webAddressOf(row("podcast_url"), null)
  const sound = podcast === null ? "" : `![](${files.nameOf({ address: podcast })})`
  const { before, after } = htmlToMarkdown(html, { files, base: options.siteUrl, isMarker })
  const subtitle = asEmphasis(row("subtitle"))
  const join = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join("\n\n")
  const isForAll = levelOf(row("audience")) === POST_LEVEL.everyone
  const parts = isForAll
    ? { preview: join(subtitle, sound, before, after ?? ""), gated: "" }
    : after === null
      ? { preview: subtitle, gated: join(sound, before) }
      : { preview: join(subtitle, before), gated: join(sound, after) }
  return { ...parts, files: files.files, cover: null }
}

const asEmphasis = (words: string): string =>
  words === "" ? "" : `*${words.replaceAll(/\s+/g, " ").replaceAll(/([\\*_`[\]<&])/g, "\\$1")}*`

/** The place from which only paying subscribers read on. */
const isMarker = (node: Nodes): boolean =>
  node.type === "element" &&
  (node.properties["dataComponentName"] === "PaywallToDOM" ||
    (Array.isArray(node.properties["className"]) && node.properties["className"].includes("paywall-jump")))
