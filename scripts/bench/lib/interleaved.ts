export const ROUNDS_MIN = 5

/** The figures of several contenders per round. */
export interface Rounds<Name extends string> {
  readonly figures: Readonly<Record<Name, ReadonlyArray<number>>>
  readonly median: (name: Name) => number
  /** Returns the median over the rounds of one contender's figure divided by the other's in the same round. */
  readonly ratio: (name: Name, yardstick: Name) => number
}

/**
 * Measures contenders in turn, reversing the order each round, so that other load on the machine affects all of them.
 * The first round is a warm-up and discarded.
 * @param contenders each returns its figure of one round, for example events per second
 */
export async function interleaved<Name extends string>(
  contenders: Readonly<Record<Name, () => Promise<number>>>,
  { rounds = ROUNDS_MIN, log }: { readonly rounds?: number; readonly log?: (line: string) => void } = {},
): Promise<Rounds<Name>> {
  if (rounds < ROUNDS_MIN) throw new RangeError(`a benchmark takes at least ${ROUNDS_MIN} rounds`)
  const names = Object.keys(contenders) as Array<Name>
  const figures = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<Name, Array<number>>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await contenders[name]()
      if (round > 0) figures[name].push(figure)
      log?.(`${round === 0 ? "warm-up" : `round ${round} of ${rounds}`}: ${name} ${figure.toPrecision(4)}`)
    }
  }
  const ratios = (name: Name, yardstick: Name) =>
    figures[name].map((figure, round) => figure / (figures[yardstick][round] ?? Number.NaN))
  return {
    figures,
    median: (name) => median(figures[name]),
    ratio: (name, yardstick) => median(ratios(name, yardstick)),
  }
}

/** Returns the median of sorted values. */
export function median(values: ReadonlyArray<number>): number {
  return percentile(values, 0.5)
}

/** Returns a percentile of sorted values, interpolated between neighbours. */
export function percentile(values: ReadonlyArray<number>, share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}
