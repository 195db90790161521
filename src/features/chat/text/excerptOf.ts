import { partsOf } from "./parts.ts"

/** What is found stands this far behind the beginning at most: within the first of two lines on a phone. */
const BEFORE_MAX = 40
/** So much of what stands before it is kept otherwise. */
const KEPT_MAX = 20

/** A text from a little before what was found in it, where that would else stand too far behind to be seen. */
export const excerptOf = (text: string, found: string): string => {
  const parts = partsOf(text, { people: [], found })
  const first = parts.findIndex(({ isFound }) => isFound === true)
  const at = parts.slice(0, Math.max(first, 0)).reduce((sum, part) => sum + part.text.length, 0)
  if (at <= BEFORE_MAX) return text
  const from = at - KEPT_MAX
  const space = text.slice(from, at).search(/\s/u)
  // Neither a word nor a character is cut in two.
  const begin = space === -1 ? from + (/^[\udc00-\udfff]/.test(text.slice(from)) ? 1 : 0) : from + space + 1
  return `…${text.slice(begin)}`
}
