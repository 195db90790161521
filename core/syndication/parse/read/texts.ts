import { readText, type TextConstruct } from "../text/TextConstruct.ts"
import { attributeOf, childNamed, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { ReadingContext } from "./ReadingContext.ts"

/** The first text among children of these names, in order of preference. */
export const textIn = (
  context: ReadingContext,
  parent: XmlElement,
  ...names: ReadonlyArray<string>
): TextConstruct | null => textsIn(context, parent, names)[0] ?? null

/** Summary and content of an item, which may have either, both or neither. */
export const bodyIn = (
  context: ReadingContext,
  item: XmlElement,
): { readonly summary: TextConstruct | null; readonly content: TextConstruct | null } => {
  const content = contentIn(context, item)
  const [first = null, second = null] = item.children
    .filter((child): child is XmlElement => typeof child !== "string" && OWN_SUMMARIES.has(child.name))
    .flatMap((child) => readOne(context, child) ?? [])
  if (first !== null && second !== null && content === null && first.value !== second.value) {
    // Two texts of equal rank: the second is the fuller one, unless it is clearly shorter.
    return first.value.length > 2 * second.value.length
      ? { summary: second, content: first }
      : { summary: first, content: second }
  }
  return { summary: first ?? textIn(context, item, ...SUMMARIES) ?? groupText(context, item), content }
}

const OWN_SUMMARIES = new Set(["description", "summary"])
const SUMMARIES = [
  "dc:description",
  "dcterms:abstract",
  "itunes:summary",
  "googleplay:description",
  "itunes:subtitle",
  "media:description",
]

const groupText = (context: ReadingContext, item: XmlElement): TextConstruct | null => {
  const group = childNamed(item, "media:group")
  return group === null ? null : textIn(context, group, "media:description")
}

/** The full content of an item: content:encoded, Atom's inline content, XHTML's body. */
const contentIn = (context: ReadingContext, item: XmlElement): TextConstruct | null => {
  const atom = childrenNamed(item, "content")
    .filter((element) => attributeOf(element, "src") === null && isText(attributeOf(element, "type")))
    .flatMap((element) => readOne(context, element) ?? [])
  return (
    textIn(context, item, "content:encoded", "encoded") ??
    // Atom 0.3 may contain the same content several times; HTML is preferred.
    atom.find(({ kind }) => kind === "html") ??
    atom[0] ??
    textIn(context, item, "xhtml:body", "xhtml:div", "body", "fullitem")
  )
}

const textsIn = (
  context: ReadingContext,
  parent: XmlElement,
  names: ReadonlyArray<string>,
): ReadonlyArray<TextConstruct> =>
  names.flatMap((name) => childrenNamed(parent, name).flatMap((child) => readOne(context, child) ?? []))

/** Only core texts follow Atom's types; texts of modules may be HTML or not. */
const readOne = (context: ReadingContext, element: XmlElement): TextConstruct | null => {
  const text = readText(element, element.name.includes(":") ? "rss" : context.dialect)
  return text === null ? null : { ...text, base: text.base ?? context.base }
}

const isText = (type: string | null): boolean => type === null || !/^(?:image|audio|video|font|model)\//i.test(type)
