/** Places of a list that count. */
const PLACES = 10

/**
 * How good the order of a list is, from 0 to 1: what its entries are worth (2^grade - 1), each divided by the logarithm of
 * its place, beside the same of the best order that there is (Järvelin and Kekäläinen's normalised discounted gain).
 */
export const ndcg = (found: ReadonlyArray<string>, grades: ReadonlyMap<string, number>): number => {
  const best = gain([...grades.values()].toSorted((one, other) => other - one))
  return best === 0 ? (found.length === 0 ? 1 : 0) : gain(found.map((name) => grades.get(name) ?? 0)) / best
}

const gain = (grades: ReadonlyArray<number>): number =>
  grades.slice(0, PLACES).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
