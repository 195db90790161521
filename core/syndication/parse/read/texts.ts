import { readText, type TextConstruct } from "../text/TextConstruct.ts"
import { attributeOf, childNamed, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { Source } from "./Source.ts"

/** The first text among the children of these names, which come first to last in preference. */
export const textIn = (source: Source, parent: XmlElement, ...names: ReadonlyArray<string>): TextConstruct | null =>
  textsIn(source, parent, names)[0] ?? null

/** A teaser and the words in full, of which an item may have either, both or neither. */
export const bodyIn = (
  source: Source,
  item: XmlElement,
): { readonly summary: TextConstruct | null; readonly content: TextConstruct | null } => {
  const content = contentIn(source, item)
  const [first = null, second = null] = item.children
    .filter((child): child is XmlElement => typeof child !== "string" && OWN_SUMMARIES.has(child.name))
    .flatMap((child) => readOne(source, child) ?? [])
  if (first !== null && second !== null && content === null && first.value !== second.value) {
    // Two texts of equal rank: the second is the fuller one, unless it is plainly the shorter.
    return first.value.length > 2 * second.value.length
      ? { summary: second, content: first }
      : { summary: first, content: second }
  }
  return { summary: first ?? textIn(source, item, ...SUMMARIES) ?? groupText(source, item), content }
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

const groupText = (source: Source, item: XmlElement): TextConstruct | null => {
  const group = childNamed(item, "media:group")
  return group === null ? null : textIn(source, group, "media:description")
}

/** An item's own words in full: content:encoded, Atom's content inside the document, XHTML's body. */
const contentIn = (source: Source, item: XmlElement): TextConstruct | null => {
  const atom = childrenNamed(item, "content")
    .filter((element) => attributeOf(element, "src") === null && isText(attributeOf(element, "type")))
    .flatMap((element) => readOne(source, element) ?? [])
  return (
    textIn(source, item, "content:encoded", "encoded") ??
    // Atom 0.3 may hold the same content several times: in HTML it says most.
    atom.find(({ kind }) => kind === "html") ??
    atom[0] ??
    textIn(source, item, "xhtml:body", "xhtml:div", "body", "fullitem")
  )
}

const textsIn = (source: Source, parent: XmlElement, names: ReadonlyArray<string>): ReadonlyArray<TextConstruct> =>
  names.flatMap((name) => childrenNamed(parent, name).flatMap((child) => readOne(source, child) ?? []))

/** Only core texts follow Atom's rules; a module's text may be HTML or not, in Atom feeds too. */
const readOne = (source: Source, element: XmlElement): TextConstruct | null => {
  const text = readText(element, element.name.includes(":") ? "rss" : source.dialect)
  return text === null ? null : { ...text, base: text.base ?? source.base }
}

const isText = (type: string | null): boolean => type === null || !/^(?:image|audio|video|font|model)\//i.test(type)
