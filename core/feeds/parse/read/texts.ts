import { readText, type TextConstruct } from "../text/TextConstruct.ts"
import { attributeOf, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import type { Source } from "./Source.ts"

/** The first text among the children of these names, which come first to last in preference. */
export const textIn = (source: Source, parent: XmlElement, ...names: ReadonlyArray<string>): TextConstruct | null => {
  for (const name of names) {
    for (const child of childrenNamed(parent, name)) {
      // Only core texts follow Atom's rules; a module's text in an Atom feed may be HTML or not, like RSS.
      const text = readText(child, name.includes(":") ? "rss" : source.dialect)
      if (text !== null) return { ...text, base: text.base ?? source.base }
    }
  }
  return null
}

/** An item's own words in full: content:encoded, Atom's content inside the document, XHTML's body. */
export const contentIn = (source: Source, item: XmlElement): TextConstruct | null => {
  const atom = childrenNamed(item, "content")
    .filter((element) => attributeOf(element, "src") === null && isText(attributeOf(element, "type")))
    .flatMap((element) => readText(element, source.dialect) ?? [])
    .map((text) => ({ ...text, base: text.base ?? source.base }))
  return (
    textIn(source, item, "content:encoded", "encoded") ??
    // Atom 0.3 may hold the same content several times: in HTML it says most.
    atom.find(({ kind }) => kind === "html") ??
    atom[0] ??
    textIn(source, item, "xhtml:body", "xhtml:div", "body", "fullitem")
  )
}

const isText = (type: string | null): boolean => type === null || !/^(?:image|audio|video|font|model)\//i.test(type)
