import { embedOf } from "#core/syndication"
import { parser } from "./parser.ts"

/** Cards of one text; further addresses are shown alone. */
const CARDS_MAX = 30
const ALONE = /^ {0,3}<?(https?:\/\/[^\s<>]{1,2000})>?[ \t]*$/gim

/**
 * Addresses that stand alone on a line, each once, as the renderer asks for their cards. A line of code or of a paragraph may
 * be among them: parsing the text a second time would cost more than its card.
 */
export const cardAddressesOf = (markdown: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [, address = ""] of markdown.matchAll(ALONE)) {
    if (found.size >= CARDS_MAX) break
    const normal = parser.normalizeLink(address)
    if (embedOf(normal) === null) found.add(normal)
  }
  return [...found]
}
