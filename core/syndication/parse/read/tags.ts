import { TAG_LENGTH_MAX, TAGS_MAX } from "../limits.ts"
import { cutText, plainText } from "../text/plainText.ts"
import { attributeOf, childrenNamed, textOf, type XmlElement } from "../xml/XmlElement.ts"

/** Categories, subjects and keywords as plain text without duplicates, in document order. */
export const readTags = (parent: XmlElement): ReadonlyArray<string> =>
  normaliseTags([
    ...childrenNamed(parent, "category", "dc:subject", "dcterms:subject").map(
      (element) =>
        attributeOf(element, "label") ??
        attributeOf(element, "term") ??
        textOf(element) ??
        attributeOf(element, "value"),
    ),
    ...childrenNamed(parent, "itunes:category", "googleplay:category").flatMap((element) => [
      attributeOf(element, "text"),
      ...childrenNamed(element, "itunes:category").map((inner) => attributeOf(inner, "text")),
    ]),
    ...childrenNamed(parent, "media:category").map(
      (element) => attributeOf(element, "label") ?? named(textOf(element)),
    ),
    ...childrenNamed(parent, "itunes:keywords", "media:keywords", "keywords").flatMap((element) =>
      (textOf(element) ?? "").split(","),
    ),
  ])

export const normaliseTags = (tags: ReadonlyArray<string | null>): ReadonlyArray<string> => {
  const seen = new Map<string, string>()
  for (const tag of tags) {
    if (seen.size >= TAGS_MAX) break
    const tidy = tag === null ? "" : cutText(plainText(tag).replace(HASH, ""), TAG_LENGTH_MAX)
    if (tidy !== "" && !seen.has(tidy.toLowerCase())) seen.set(tidy.toLowerCase(), tidy)
  }
  return [...seen.values()]
}

/** Publishers write tags as on social networks. */
const HASH = /^[#＃]+\s*/

/** media:category often holds the address of a scheme. */
const named = (text: string | null): string | null => (text === null || /^https?:|^urn:/i.test(text) ? null : text)
