import type { Element, Root } from "hast"
import { fromHtml } from "hast-util-from-html"
import { type Archive, readText } from "../archive/Archive.ts"
import { webAddressOf } from "../convert/addresses.ts"
import { elementsIn, wordsOf } from "../convert/elementHandlers.ts"
import { FileList } from "../convert/FileList.ts"
import { htmlToMarkdown, UnfitText } from "../convert/htmlToMarkdown.ts"
import { EMPTY_HEAD, type EntryHead, type Found, type ReadOptions } from "../ForeignEntry.ts"
import { POST_SOURCE_BYTES_MAX } from "../limits.ts"
import { slugIn, tagsOf, timeOf, titleOf } from "./headFields.ts"

/** `posts/2019-05-04_Tides-3f2a1b4c5d6e.html` and `posts/draft_Fog-0a1b2c3d4e5f.html`. */
const POST = /(?:^|\/)posts\/(?:(draft)_|\d{4}-\d{2}-\d{2}_)(.{0,300}?)-{1,2}([0-9a-f]{8,14})\.html$/

export const isMedium = ({ files }: Archive): boolean => files.some(({ path }) => POST.test(path))

/** Reads an export of Medium (Settings, Download your information): a page for each post, marked up as h-entry. */
export async function* readMedium(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  for (const { path, bytes } of archive.files) {
    const [, draft, , id] = POST.exec(path) ?? []
    if (id === undefined) continue
    if (bytes > POST_SOURCE_BYTES_MAX) {
      yield { entry: { head: { ...EMPTY_HEAD, sourceId: id, title: path, problem: "long" }, body: none } }
      continue
    }
    const page = await readText(archive, path, POST_SOURCE_BYTES_MAX)
    yield { entry: { head: headOf(page, id, draft !== undefined), body: async () => bodyOf(page, options) } }
  }
}

const none = async () => ({ preview: "", gated: "", files: [], cover: null })

const classesOf = ({ properties }: Element): ReadonlyArray<string> =>
  Array.isArray(properties["className"]) ? properties["className"].map(String) : []
const findClass = (root: Root, name: string): Element | undefined =>
  allOf(root).find((each) => classesOf(each).includes(name))
const allOf = (root: Root): ReadonlyArray<Element> =>
  root.children.flatMap((child) => (child.type === "element" ? [child, ...elementsIn(child)] : []))

const parse = (page: string): Root => {
  try {
    return fromHtml(page)
  } catch (error) {
    if (error instanceof RangeError) throw new UnfitText("complex")
    throw error
  }
}

const headOf = (page: string, id: string, isDraft: boolean): EntryHead => {
  const root = withinStack(() => parse(page), null)
  if (root === null) return { ...EMPTY_HEAD, sourceId: id, problem: "complex" }
  const named = (name: string) => findClass(root, name)
  const title = named("p-name")
  const canonical = named("p-canonical")?.properties["href"]
  const canonicalUrl = typeof canonical === "string" ? webAddressOf(canonical, null) : null
  const time = named("dt-published")?.properties["dateTime"]
  const publishedAt = isDraft ? null : timeOf(typeof time === "string" ? time : null)
  const { tags, isCut } = tagsOf(
    allOf(root)
      .filter((each) => classesOf(each).includes("p-tag"))
      .map(wordsOf),
  )
  const body = named("e-content")
  return {
    ...EMPTY_HEAD,
    ...{ sourceId: id, title: titleOf(title === undefined ? "" : wordsOf(title)), canonicalUrl },
    slug: slugIn(canonicalUrl).replace(/-[0-9a-f]{8,14}$/, ""),
    ...{ publishedAt, isDraft, tags },
    notes: [
      ...(isCut ? (["tagsCut"] as const) : []),
      ...(!isDraft && publishedAt === null ? (["noDate"] as const) : []),
    ],
    problem: body === undefined ? "damaged" : wordsOf(body).trim() === "" && !hasPicture(body) ? "empty" : null,
  }
}

const withinStack = <A>(work: () => A, otherwise: A | null): A | null => {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnfitText) return otherwise
    throw error
  }
}

const hasPicture = (node: Element): boolean =>
  elementsIn(node).some(({ tagName }) => tagName === "img" || tagName === "iframe")

const bodyOf = (page: string, options: ReadOptions) => {
  const root = parse(page)
  const [title, body] = [findClass(root, "p-name"), findClass(root, "e-content")]
  const files = new FileList(options)
  const prepare = (tree: Root) => dropTitle(tree, title === undefined ? "" : wordsOf(title))
  const tree: Root = { type: "root", children: body?.children ?? [] }
  const { before } = htmlToMarkdown(tree, { files, base: MEDIUM, prepare })
  return { preview: before, gated: "", files: files.files, cover: null }
}

const MEDIUM = "https://medium.com/"

/** The title stands in the text again, below a rule; the subtitle is a heading of a low level. */
const dropTitle = (root: Root, title: string): void => {
  const all = allOf(root)
  const has = (node: Element, name: string) => classesOf(node).includes(name)
  const first = all.find(
    (node) => has(node, "graf--title") || (/^h[1-4]$/.test(node.tagName) && same(wordsOf(node), title)),
  )
  const rule = all.find((node) => has(node, "section-divider"))
  for (const node of all) node.children = node.children.filter((child) => child !== first && child !== rule)
  const subtitle = all.find((node) => has(node, "graf--subtitle"))
  if (subtitle === undefined) return
  subtitle.tagName = "p"
  subtitle.children = [{ type: "element", tagName: "em", properties: {}, children: [...subtitle.children] }]
}
const same = (one: string, other: string): boolean =>
  one.replaceAll(/\s+/g, " ").trim() === other.replaceAll(/\s+/g, " ").trim()
