import japanese from "opencc-js/dict/JPShinjitaiCharacters"
import traditional from "opencc-js/dict/TSCharacters"

/**
 * Reads a table `from to to|from to` (OpenCC's format). If a character has several targets, such as Japanese 弁, only a
 * table that may choose takes the first.
 */
const read = (pairs: string, mayChoose: boolean): ReadonlyArray<readonly [string, string]> =>
  pairs.split("|").flatMap((pair): ReadonlyArray<readonly [string, string]> => {
    const [from = "", to = "", other] = pair.split(" ")
    return other === undefined || mayChoose ? [[from, to]] : []
  })

const simplified = new Map(read(traditional, true))
const variants = new Map(simplified)
for (const [from, to] of read(japanese, false)) {
  const folded = simplified.get(to) ?? to
  if (folded !== from) variants.set(from, folded)
}

/**
 * Maps traditional and Japanese Han characters to simplified ones, so that 經濟, 経済 and 经济 match each other. One
 * character always becomes one character, so substrings stay.
 */
export const toHanVariant = (character: string): string => variants.get(character) ?? character
