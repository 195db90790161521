import { ITEMS_MAX } from "../limits.ts"
import { childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import { dateIn, type ReadingContext } from "./ReadingContext.ts"

/**
 * The newest ITEMS_MAX items, inside the channel or, as in RSS 1.0, beside it, in document order. Undated items count
 * as newest first.
 */
export const newestItems = (
  context: ReadingContext,
  root: XmlElement,
  channel: XmlElement,
): ReadonlyArray<XmlElement> => {
  const holders = channel === root ? [root] : [...childrenNamed(root, "channel"), root]
  const all = holders.flatMap((holder) => childrenNamed(holder, "item", "entry"))
  if (all.length <= ITEMS_MAX) return all
  context.problems.add("too-many-items")
  const kept = new Set(
    all
      .map((element) => ({ element, moment: dateIn(context, element, ...DATES) ?? 0 }))
      .toSorted((a, b) => b.moment - a.moment)
      .slice(0, ITEMS_MAX)
      .map(({ element }) => element),
  )
  return all.filter((element) => kept.has(element))
}

const DATES = ["pubdate", "published", "issued", "dc:date", "dcterms:issued", "updated", "modified"]
