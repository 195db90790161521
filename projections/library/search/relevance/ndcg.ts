/** Places that count. */
const PLACES = 10

/**
 * Quality of an order from 0 to 1: gains (2^grade - 1) discounted by the logarithm of their places, relative to the
 * best possible order (normalised discounted cumulative gain, Järvelin and Kekäläinen).
 */
export const ndcg = (found: ReadonlyArray<string>, grades: ReadonlyMap<string, number>): number => {
  const best = gain([...grades.values()].toSorted((one, other) => other - one))
  return best === 0 ? (found.length === 0 ? 1 : 0) : gain(found.map((name) => grades.get(name) ?? 0)) / best
}

const gain = (grades: ReadonlyArray<number>): number =>
  grades.slice(0, PLACES).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
