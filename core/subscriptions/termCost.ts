import type { TermPeriods } from "./limits.ts"

/**
 * The price helper of subscriptions (S9-012): terms grow in steps of 3 periods, the first 60 days cost the full fee, and
 * every day after them 0.25 less. A period counts 30 days, so the threshold is 2 periods.
 */
export const TERM = { stepPeriods: 3, fullDays: 60, rate: { of: 1n, in: 4n } } as const
const PERIOD_DAYS = 30
const FULL_PERIODS = BigInt(TERM.fullDays / PERIOD_DAYS)

/** The longest term costs 8 tenths of its periods (S9-014). */
const YEAR = { periods: 12, of: 8n, in: 10n } as const

/**
 * What a stay costs: `fee x (min(d, 60) + 0.75 x max(d - 60, 0)) / 30` for a stay of d days, rounded up.
 * @param fee of one period, in minor units @param periods whole periods of the stay
 * @param part the elapsed part of the period after them, such as 3 of 31 days
 */
export const costOfStay = (
  fee: bigint,
  periods: number,
  part: { readonly of: bigint; readonly in: bigint } = { of: 0n, in: 1n },
): bigint => {
  const stay = BigInt(periods) * part.in + part.of
  const full = FULL_PERIODS * part.in
  const [atFull, reduced] = stay <= full ? [stay, 0n] : [full, stay - full]
  const { of, in: whole } = TERM.rate
  return divideUp(fee * (whole * atFull + (whole - of) * reduced), whole * part.in)
}

/** The price of a term. Terms of 12 periods cost 8 tenths, others what a stay of the same length costs. */
export const costOfTerm = (fee: bigint, periods: TermPeriods): bigint =>
  periods === YEAR.periods
    ? divideUp(fee * BigInt(YEAR.periods) * YEAR.of, YEAR.in)
    : costOfStay(fee, lengthOf(periods))

/** What each period of a term releases: the cost up to its end minus the cost up to its start; the last one the rest. */
export const partsOfTerm = (fee: bigint, periods: TermPeriods): ReadonlyArray<bigint> => {
  const length = lengthOf(periods)
  const ends = Array.from({ length }, (_, index) =>
    index === length - 1 ? costOfTerm(fee, periods) : costOfStay(fee, index + 1),
  )
  return ends.map((end, index) => end - (ends[index - 1] ?? 0n))
}

/** The number of periods of a term. */
export const lengthOf = (periods: TermPeriods): number => Math.max(1, periods)

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
