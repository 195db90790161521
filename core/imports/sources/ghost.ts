import { Schema } from "effect"
import type { Nodes } from "hast"
import { POST_LEVEL } from "#contract/publishing"
import { type Archive, readText, UnfitArchive } from "../archive/Archive.ts"
import { HIDDEN_SITE, isHidden, webAddressOf } from "../convert/addresses.ts"
import { FileList } from "../convert/FileList.ts"
import { htmlToMarkdown } from "../convert/htmlToMarkdown.ts"
import { EMPTY_HEAD, type EntryHead, type ForeignFile, type Found, type ReadOptions } from "../ForeignEntry.ts"
import { LIBRARY_BYTES_MAX } from "../limits.ts"
import { levelOf, tagsOf, timeOf, titleOf } from "./headFields.ts"

const Text = Schema.optional(Schema.NullOr(Schema.String))
const Post = Schema.Struct({
  ...{ id: Schema.String, title: Text, slug: Text, html: Text, type: Text, status: Text, visibility: Text },
  ...{
    published_at: Text,
    created_at: Text,
    custom_excerpt: Text,
    feature_image: Text,
    canonical_url: Text,
    locale: Text,
  },
})
type Post = typeof Post.Type
const rows = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.optional(Schema.Array(Schema.Struct(fields)))
const Data = Schema.Struct({
  posts: Schema.Array(Post),
  tags: rows({ id: Schema.String, name: Schema.String, visibility: Text }),
  posts_tags: rows({
    post_id: Schema.String,
    tag_id: Schema.String,
    sort_order: Schema.optional(Schema.NullOr(Schema.Finite)),
  }),
})
/** Ghost 1 and later write a list of databases; older versions wrote one. */
const Document = Schema.Union([
  Schema.Struct({ db: Schema.Array(Schema.Struct({ data: Data })) }),
  Schema.Struct({ data: Data }),
])
const decode = Schema.decodeUnknownSync(Document)

/** What stands for the address of the site, which exports do not contain. */
const PLACEHOLDER = "__GHOST_URL__"
const IMAGES = /^(?:.*\/)?content\/(images|media|files)\//

/**
 * Reads an export of Ghost (Settings, Export content): JSON, alone or in an archive with the folder `content`. What
 * follows `<!--members-only-->` is for members.
 */
export async function* readGhost(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  const path = archive.files.find((file) => file.path.endsWith(".json"))?.path
  if (path === undefined) throw new UnfitArchive("unknown")
  const { posts, tags = [], posts_tags: ofPosts = [] } = parse(await readText(archive, path, LIBRARY_BYTES_MAX))
  const names = new Map(tags.filter(({ visibility }) => visibility !== "internal").map(({ id, name }) => [id, name]))
  const tagged = new Map<string, Array<string>>()
  for (const { post_id: postId, tag_id: tagId } of ofPosts.toSorted(
    (one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0),
  )) {
    const name = names.get(tagId)
    if (name !== undefined) tagged.set(postId, [...(tagged.get(postId) ?? []), name])
  }
  const contents = contentFiles(archive)
  for (const post of posts)
    yield {
      entry: {
        head: headOf(post, tagged.get(post.id) ?? [], options),
        body: async () => bodyOf(post, contents, options),
      },
    }
}

const parse = (text: string) => {
  try {
    const document = decode(JSON.parse(text))
    const [database] = "db" in document ? document.db : [document]
    if (database !== undefined) return database.data
  } catch {
    // Below.
  }
  throw new UnfitArchive("damaged")
}

/** Files of the archive by their path in the folder of the site. */
const contentFiles = (archive: Archive): ReadonlyMap<string, string> =>
  new Map(
    archive.files.flatMap(({ path }) => {
      const found = IMAGES.exec(path)
      return found === null ? [] : [[path.slice(path.indexOf("content/")), path] as const]
    }),
  )

const headOf = (post: Post, names: ReadonlyArray<string>, { siteUrl }: ReadOptions): EntryHead => {
  const { tags, isCut } = tagsOf(names)
  const publishedAt = timeOf(post.published_at)
  const isThere = post.status === "published" || post.status === "sent"
  const isPage = post.type === "page" || post.type === "pages"
  const slug = post.slug ?? ""
  return {
    ...EMPTY_HEAD,
    ...{ sourceId: post.id, title: titleOf(post.title === "(Untitled)" ? "" : post.title), slug },
    canonicalUrl:
      webAddressOf((post.canonical_url ?? "").replace(PLACEHOLDER, siteUrl ?? ""), null) ??
      (siteUrl === null || slug === "" || !isThere
        ? null
        : webAddressOf(`${encodeURIComponent(slug)}/`, withSlash(siteUrl))),
    ...{ publishedAt, isDraft: !isThere, levelId: levelOf(post.visibility ?? "public"), tags },
    language: post.locale ?? null,
    notes: [
      ...(post.status === "scheduled" ? (["scheduled"] as const) : []),
      ...(isCut ? (["tagsCut"] as const) : []),
      ...(isThere && publishedAt === null ? (["noDate"] as const) : []),
    ],
    problem: isPage ? "page" : (post.html ?? "").trim() === "" && titleOf(post.title) === "" ? "empty" : null,
  }
}

const withSlash = (url: string): string => (url.endsWith("/") ? url : `${url}/`)

const bodyOf = (post: Post, contents: ReadonlyMap<string, string>, options: ReadOptions) => {
  const files = new GhostFiles(contents, options)
  const base = options.siteUrl === null ? HIDDEN_SITE : withSlash(options.siteUrl)
  // Without a site, addresses of the site are ones of a reserved host, so that files of the archive are still found.
  const html = (post.html ?? "").replaceAll(`${PLACEHOLDER}/`, base).replaceAll(PLACEHOLDER, base)
  const image = webAddressOf((post.feature_image ?? "").replace(`${PLACEHOLDER}/`, base), base)
  const cover = post.feature_image == null || image === null ? null : files.add({ address: image })
  const { before, after } = htmlToMarkdown(html, { files, base, isMarker })
  const isForAll = levelOf(post.visibility ?? "public") === POST_LEVEL.everyone
  const parts = isForAll
    ? { preview: [before, after ?? ""].filter(Boolean).join("\n\n"), gated: "" }
    : { preview: after === null ? (post.custom_excerpt ?? "") : before, gated: after ?? before }
  return { ...parts, files: files.files, cover }
}

const isMarker = (node: Nodes): boolean => node.type === "comment" && node.value.trim() === "members-only"

/** Files of a site that are in the archive are read from there. */
class GhostFiles extends FileList {
  readonly #contents: ReadonlyMap<string, string>
  constructor(contents: ReadonlyMap<string, string>, options: ReadOptions) {
    super(options)
    this.#contents = contents
  }
  override add(file: ForeignFile): number {
    if ("path" in file) return super.add(file)
    const url = URL.parse(file.address)
    // Resized copies are beside their original: content/images/size/w600/2024/01/a.jpg.
    const place = decoded(url?.pathname ?? "")
      .replace(/^.*?\/content\//, "content/")
      .replace(/\/size\/w\d+(?:h\d+)?\//, "/")
    const path = this.#contents.get(place)
    const address = isHidden(file.address) ? null : file.address
    if (path !== undefined) return super.add({ path, address })
    // Without the address of the site, what is not in the archive cannot be found.
    return super.add(address === null ? { path: place, address } : file)
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
