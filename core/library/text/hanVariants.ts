import japanese from "opencc-js/dict/JPShinjitaiCharacters"
import traditional from "opencc-js/dict/TSCharacters"

/**
 * Reads a table `from to to|from to` (OpenCC's own format). Where a character stands for several, as the Japanese 弁
 * does, only a table that may choose takes the first.
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
 * One character for the ways in which Han is written: traditional and Japanese forms become the simplified one, so that
 * 經濟, 経済 and 经济 are found by each other. Always one character for one, so that no substring is lost.
 */
export const foldHan = (character: string): string => variants.get(character) ?? character
