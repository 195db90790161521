/** Parts that one amount is split into at most: more go out in several. */
export const PARTS_MAX = 10_000

export type Splitting = {
  /** In the asset's smallest units, not negative. */
  readonly amount: bigint
  /** What each part counts against the others; whole numbers, none negative, not all zero. */
  readonly weights: ReadonlyArray<bigint>
  /** Which time this is, from 0: those who tie take turns by it. */
  readonly cycle: number
  /** Parts of fewer units are too small to be paid out by themselves; none is, where this is absent. */
  readonly partMin?: bigint
}

export type Split = {
  /** As many as there are weights, in their order; together exactly the amount. */
  readonly parts: ReadonlyArray<bigint>
  /** Places of the parts that are more than nothing and less than `partMin`: they are to be gathered, never dropped. */
  readonly small: ReadonlyArray<number>
}

/**
 * Splits an amount by the method of the largest remainder: each part gets its share cut down to a unit, and the units that
 * are left go, one each, to the largest remainders. Where remainders are equal, turns rotate by `(cycle + position) mod n`
 * among the n that tie, so that over n cycles each of them got as much as the others. No part is off by a whole unit.
 * @throws RangeError where the bounds above do not hold: a defect of the caller
 */
export const split = ({ amount, weights, cycle, partMin = 0n }: Splitting): Split => {
  const whole = weights.reduce((all, weight) => all + weight, 0n)
  if (amount < 0n || whole <= 0n || weights.length > PARTS_MAX || weights.some((weight) => weight < 0n))
    throw new RangeError(`${amount} cannot be split by ${weights.length} weights that are ${whole} together`)
  if (!Number.isSafeInteger(cycle) || cycle < 0) throw new RangeError(`${cycle} is no number of a cycle`)
  const parts = weights.map((weight) => (amount * weight) / whole)
  const left = amount - parts.reduce((all, part) => all + part, 0n)
  for (const place of inTurn(
    weights.map((weight) => (amount * weight) % whole),
    cycle,
  ).slice(0, Number(left))) {
    parts[place] = (parts[place] ?? 0n) + 1n
  }
  const small = parts.flatMap((part, place) => (part > 0n && part < partMin ? [place] : []))
  return { parts, small }
}

/** Places by their remainders, the largest first; those who tie in the order of this cycle. */
const inTurn = (remainders: ReadonlyArray<bigint>, cycle: number): ReadonlyArray<number> => {
  const tied = new Map<bigint, Array<number>>()
  remainders.forEach((remainder, place) => {
    const group = tied.get(remainder)
    if (group === undefined) tied.set(remainder, [place])
    else group.push(place)
  })
  const largestFirst = [...tied].sort(([one], [other]) => (one > other ? -1 : 1))
  return largestFirst.flatMap(([, places]) => {
    const start = (places.length - (cycle % places.length)) % places.length
    return [...places.slice(start), ...places.slice(0, start)]
  })
}
