import type { Element, Root as HastRoot, RootContent } from "hast"
import { fromHtml } from "hast-util-from-html"
import { toMdast } from "hast-util-to-mdast"
import type { Nodes, Parents, Root } from "mdast"
import { gfmToMarkdown } from "mdast-util-gfm"
import { toMarkdown } from "mdast-util-to-markdown"
import { POST_DEPTH_MAX, POST_SOURCE_BYTES_MAX } from "../limits.ts"
import { elementHandlers } from "./elementHandlers.ts"
import type { FileList } from "./FileList.ts"
import { splitTree } from "./splitTree.ts"

/** The HTML cannot be converted within the limits. */
export class UnfitText extends Error {
  readonly problem: "long" | "complex"
  constructor(problem: "long" | "complex") {
    super(problem)
    this.problem = problem
  }
}

export type ConvertOptions = {
  readonly files: FileList
  /** The address of the page, for relative addresses. */
  readonly base: string | null
  /** Finds the node at which the part for members begins. */
  readonly isMarker?: (node: HastRoot | RootContent) => boolean
  /** Changes the tree before it is converted, for what a product adds to every post. */
  readonly prepare?: (root: HastRoot) => void
}

/**
 * Converts the HTML of another product to the Markdown of posts, in two parts if there is a marker. Elements without a
 * counterpart lose their mark and keep their text; scripts, styles and forms are dropped.
 * @throws UnfitText
 */
export const htmlToMarkdown = (
  html: string | HastRoot,
  { isMarker, prepare, ...options }: ConvertOptions,
): { readonly before: string; readonly after: string | null } => {
  if (typeof html === "string" && Buffer.byteLength(html) > POST_SOURCE_BYTES_MAX) throw new UnfitText("long")
  const root = withinDepth(() => {
    const tree = typeof html === "string" ? fromHtml(html, { fragment: true }) : html
    assertDepth(tree)
    return tree
  })
  prepare?.(root)
  const write = (tree: HastRoot): string =>
    withinDepth(() =>
      markdownOf(toMdast(tree, { document: true, handlers: elementHandlers(options), nodeHandlers }) as Root),
    )
  const parts = isMarker === undefined ? null : splitTree(root, isMarker)
  return parts === null ? { before: write(root), after: null } : { before: write(parts[0]), after: write(parts[1]) }
}

/** Comments are not for readers. */
const nodeHandlers = { comment: () => undefined }

/** Markdown of a tree as posts store it. */
export const markdownOf = (tree: Root): string => {
  linkLoneAddresses(tree)
  return toMarkdown(tree, {
    ...{ bullet: "-", emphasis: "*", rule: "-", fences: true, listItemIndent: "one" },
    extensions: [gfmToMarkdown()],
  }).trim()
}

/** A paragraph that is an address is a card or a player, as in the products that posts come from. */
const linkLoneAddresses = (node: Nodes): void => {
  if (!("children" in node)) return
  const [only, ...others] = node.children
  if (node.type === "paragraph" && only?.type === "text" && others.length === 0) {
    const url = only.value.trim()
    if (LONE_ADDRESS.test(url)) node.children = [{ type: "link", url, children: [{ type: "text", value: url }] }]
    return
  }
  for (const child of (node as Parents).children) linkLoneAddresses(child)
}

const LONE_ADDRESS = /^https?:\/\/[^\s<>]{4,2000}$/

/** Functions of the libraries call themselves for each level. */
const assertDepth = (root: HastRoot): void => {
  let level: ReadonlyArray<Element | HastRoot> = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > POST_DEPTH_MAX) throw new UnfitText("complex")
    level = level.flatMap(elementsOf)
  }
}

const elementsOf = ({ children }: Element | HastRoot): ReadonlyArray<Element> =>
  (children as ReadonlyArray<RootContent>).filter((child): child is Element => child.type === "element")

const withinDepth = <A>(work: () => A): A => {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw new UnfitText("complex")
    throw error
  }
}
