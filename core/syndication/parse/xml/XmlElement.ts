/** An element of a leniently parsed document. Names are canonical, so readers never see prefixes. */
export type XmlElement = {
  /** `title` for RSS, RDF and Atom; `dc:creator` for known namespaces; `{uri}local` for unknown ones. */
  readonly name: string
  /** The local name in lower case. */
  readonly local: string
  /** Keys are canonical too: `href`, `rdf:about`. Values are decoded. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Array<XmlElement | string>
  /** Absolute base by xml:base; null without one. */
  readonly base: string | null
  /** Language by xml:lang. */
  readonly language: string | null
}

/** The children with one of these names, in document order. */
export const childrenNamed = (parent: XmlElement, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  parent.children.filter((child): child is XmlElement => typeof child !== "string" && names.includes(child.name))

/** The first non-empty child of this name, otherwise the first, otherwise null. */
export const childNamed = (parent: XmlElement, name: string): XmlElement | null => {
  const found = childrenNamed(parent, name)
  return found.find((child) => !isEmpty(child)) ?? found[0] ?? null
}

/** A trimmed attribute, or null if absent or blank. */
export const attributeOf = (element: XmlElement, name: string): string | null => {
  const value = element.attributes.get(name)?.trim()
  return value === undefined || value === "" ? null : value
}

/** The trimmed text of an element: its own, otherwise that of its descendants. */
export const textOf = (element: XmlElement | null): string | null => {
  if (element === null) return null
  const own = element.children.filter((child) => typeof child === "string").join("")
  const text = (own.trim() === "" ? deepText(element) : own).trim()
  return text === "" ? null : text
}

/** The trimmed text of the first non-empty child of these names, in order of preference. */
export const childText = (parent: XmlElement, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    for (const child of childrenNamed(parent, name)) {
      const text = textOf(child)
      if (text !== null) return text
    }
  }
  return null
}

const deepText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : deepText(child))).join("")

const isEmpty = (element: XmlElement): boolean =>
  element.children.every((child) => typeof child === "string" && child.trim() === "") && element.attributes.size === 0
