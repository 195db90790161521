import { ITEMS_MAX } from "../limits.ts"
import { childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import { dateIn, type Source } from "./Source.ts"

/**
 * Items inside the channel and, as RSS 1.0 has them, beside it, in the document's order: the newest ITEMS_MAX. Where
 * nothing is dated the first ones are taken for the newest, as feeds grow at the top.
 */
export const newestItems = (source: Source, root: XmlElement, channel: XmlElement): ReadonlyArray<XmlElement> => {
  const holders = channel === root ? [root] : [...childrenNamed(root, "channel"), root]
  const all = holders.flatMap((holder) => childrenNamed(holder, "item", "entry"))
  if (all.length <= ITEMS_MAX) return all
  source.problems.add("too-many-items")
  const kept = new Set(
    all
      .map((element) => ({ element, moment: dateIn(source, element, ...DATES) ?? 0 }))
      .toSorted((a, b) => b.moment - a.moment)
      .slice(0, ITEMS_MAX)
      .map(({ element }) => element),
  )
  return all.filter((element) => kept.has(element))
}

const DATES = ["pubdate", "published", "issued", "dc:date", "dcterms:issued", "updated", "modified"]
