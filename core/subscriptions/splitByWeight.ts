/**
 * Splits an amount by the method of the largest remainder: every part is rounded down to a unit, and the remaining units
 * go to the largest remainders, one each. Parts with equal remainders take turns: the first turn moves by one place with
 * each cycle, so that over n cycles, n tied parts get the same. No part is off by a whole unit.
 * @param weights whole numbers, none negative, not all zero. Their order must not depend on the cycle
 * @param cycle the number of the cycle, from 0
 * @throws RangeError if the weights or the amount are invalid: a defect of the caller
 */
export const splitByWeight = (amount: bigint, weights: ReadonlyArray<bigint>, cycle: number): ReadonlyArray<bigint> => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (amount < 0n || whole <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError(`${amount} cannot be split by ${weights.length} weights with the sum ${whole}`)
  const parts = weights.map((weight) => (amount * weight) / whole)
  const remaining = amount - parts.reduce((sum, part) => sum + part, 0n)
  const remainders = weights.map((weight) => (amount * weight) % whole)
  for (const place of byRemainder(remainders, cycle).slice(0, Number(remaining)))
    parts[place] = (parts[place] ?? 0n) + 1n
  return parts
}

/** Places by their remainders, the largest first; ties in the order of the cycle. */
const byRemainder = (remainders: ReadonlyArray<bigint>, cycle: number): ReadonlyArray<number> => {
  const ties = new Map<bigint, Array<number>>()
  remainders.forEach((remainder, place) => {
    const tied = ties.get(remainder)
    if (tied === undefined) ties.set(remainder, [place])
    else tied.push(place)
  })
  return [...ties]
    .sort(([one], [other]) => (one > other ? -1 : 1))
    .flatMap(([, places]) => {
      const first = (places.length - (cycle % places.length)) % places.length
      return [...places.slice(first), ...places.slice(0, first)]
    })
}
