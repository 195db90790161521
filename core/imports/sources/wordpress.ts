import type { Nodes } from "hast"
import { POST_LEVEL } from "#contract/publishing"
import { type Archive, UnfitArchive } from "../archive/Archive.ts"
import { webAddressOf } from "../convert/addresses.ts"
import { FileList } from "../convert/FileList.ts"
import { htmlToMarkdown } from "../convert/htmlToMarkdown.ts"
import { EMPTY_HEAD, type EntryHead, type Found, type ReadOptions } from "../ForeignEntry.ts"
import { IMPORT_ENTRIES_MAX, POST_SOURCE_BYTES_MAX } from "../limits.ts"
import { levelOf, tagsOf, timeOf, titleOf, utcTimeOf } from "./headFields.ts"
import { readItems, type WordpressItem, type WordpressSite } from "./wordpressItems.ts"
import { expandShortcodes, makeParagraphs } from "./wordpressText.ts"

/** Bytes in which the name of the format stands. */
export const WXR_HEAD_BYTES = 4_096
export const isWxr = (head: string): boolean => /<rss\b/i.test(head) && head.includes("wordpress.org/export/")

const STATES_THERE = new Set(["publish"])
const REVISIONS = new Set(["inherit", "auto-draft"])

/**
 * Reads an export of WordPress (Tools, Export): WXR, alone or in an archive with several files. Posts, and of attachments
 * the addresses; pages, menus and revisions are named and not taken.
 */
export async function* readWordpress(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  const paths = archive.files.map(({ path }) => path).filter((path) => /\.(?:xml|wxr)$/i.test(path))
  if (paths.length === 0) throw new UnfitArchive("unknown")
  // Pictures above posts are named by the number of an attachment, which may come later.
  const attachments = new Map<string, string>()
  for (const path of paths)
    for await (const { item } of readItems(archive, path))
      if (field(item, "wp:post_type") === "attachment" && attachments.size < IMPORT_ENTRIES_MAX)
        attachments.set(field(item, "wp:post_id"), field(item, "wp:attachment_url"))
  for (const path of paths)
    for await (const { item, site } of readItems(archive, path)) {
      const type = field(item, "wp:post_type")
      if (type !== "post" && type !== "page") continue
      yield { entry: { head: headOf(item, site), body: async () => bodyOf(item, attachments, site, options) } }
    }
}

const field = ({ fields }: WordpressItem, name: string): string => fields.get(name)?.trim() ?? ""

const headOf = (item: WordpressItem, site: WordpressSite): EntryHead => {
  const status = field(item, "wp:status")
  const isProtected = field(item, "wp:post_password") !== ""
  const isThere = STATES_THERE.has(status) && !isProtected
  const publishedAt =
    utcTimeOf(field(item, "wp:post_date_gmt")) ?? (isThere ? timeOf(field(item, "wp:post_date")) : null)
  const { tags, isCut } = tagsOf(
    item.terms
      .filter(({ domain, name }) => (domain === "post_tag" || domain === "category") && name !== "Uncategorized")
      .toSorted((one, other) => Number(one.domain === "category") - Number(other.domain === "category"))
      .map(({ name }) => name),
  )
  const link = webAddressOf(field(item, "link"), null)
  const text = item.fields.get("content:encoded") ?? ""
  return {
    ...EMPTY_HEAD,
    // Numbers are unique in one site.
    sourceId: `${site.url === null ? "" : (URL.parse(site.url)?.host ?? site.url)} ${field(item, "wp:post_id")}`.trim(),
    ...{ title: titleOf(field(item, "title")), slug: decoded(field(item, "wp:post_name")) },
    canonicalUrl: isThere ? link : null,
    ...{ publishedAt, isDraft: !isThere, tags },
    levelId: levelOf(item.meta.get("_jetpack_newsletter_access") ?? "everybody"),
    language: site.language === null ? null : (site.language.split("-")[0] ?? null),
    notes: [
      ...(isCut ? (["tagsCut"] as const) : []),
      ...(isProtected ? (["password"] as const) : []),
      ...(status === "private" ? (["private"] as const) : []),
      ...(status === "future" ? (["scheduled"] as const) : []),
      ...(isThere && publishedAt === null ? (["noDate"] as const) : []),
    ],
    problem: problemOf(item, status, text),
  }
}

const problemOf = (item: WordpressItem, status: string, text: string): EntryHead["problem"] => {
  if (field(item, "wp:post_type") === "page") return "page"
  if (status === "trash") return "trash"
  if (REVISIONS.has(status)) return "revision"
  if (Buffer.byteLength(text) > POST_SOURCE_BYTES_MAX) return "long"
  return text.trim() === "" && field(item, "title") === "" ? "empty" : null
}

const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const bodyOf = (
  item: WordpressItem,
  attachments: ReadonlyMap<string, string>,
  site: WordpressSite,
  options: ReadOptions,
) => {
  const files = new FileList(options)
  const base = webAddressOf(field(item, "link"), null) ?? webAddressOf(site.url ?? "", null) ?? options.siteUrl
  const text = expandShortcodes(item.fields.get("content:encoded") ?? "", attachments)
  const { before, after } = htmlToMarkdown(makeParagraphs(text), { files, base, isMarker })
  const picture = webAddressOf(attachments.get(item.meta.get("_thumbnail_id")?.trim() ?? "") ?? "", base)
  const cover = picture === null ? null : files.add({ address: picture })
  // `enclosure`: address, length and type in three lines, by podcast plug-ins.
  const sound = webAddressOf((item.meta.get("enclosure") ?? "").split("\n")[0] ?? "", null)
  const isPlayedAlready = sound !== null && files.files.some((file) => file.address === sound)
  const player = sound === null || isPlayedAlready ? "" : `![](${files.nameOf({ address: sound })})`
  const join = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join("\n\n")
  const isForAll = levelOf(item.meta.get("_jetpack_newsletter_access") ?? "everybody") === POST_LEVEL.everyone
  if (isForAll) return { preview: join(player, before, after ?? ""), gated: "", files: files.files, cover }
  const excerpt = htmlToMarkdown(field(item, "excerpt:encoded"), { files, base }).before
  const parts =
    after === null ? { preview: excerpt, gated: join(player, before) } : { preview: before, gated: join(player, after) }
  return { ...parts, files: files.files, cover }
}

/** The paywall block of Jetpack. */
const isMarker = (node: Nodes): boolean => node.type === "comment" && /^\s*wp:jetpack\/paywall\b/.test(node.value)
