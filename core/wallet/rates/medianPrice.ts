import { type Decimal, divideRound, powerOfTen } from "#core/ledger"

/** Decimals of a stored rate. */
const RATE_DECIMALS = 18

/** When prices of several sources count as a rate. */
export type AgreementRules = {
  /** Minimum number of sources that agree. */
  readonly quorum: number
  /** Maximum distance from the median, in whole percent. */
  readonly spreadPercent: number
}

/** Why there is no rate: too few sources answered, or too few agree. */
export type NoMedianReason = "tooFew" | "tooFarApart"

/**
 * The median of the prices, if the quorum and more than half of the prices are close to it. One wrong source is outvoted; two
 * that differ are not trusted. The median of an even number is the exact mean of the two in the middle.
 */
export const medianPrice = (
  prices: ReadonlyArray<Decimal>,
  { quorum, spreadPercent }: AgreementRules,
): Decimal | NoMedianReason => {
  if (prices.length < quorum || prices.length === 0) return "tooFew"
  const scaled = prices.map(toScale).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const middle = scaled.length >> 1
  const [upper = 0n, lower = 0n] = [scaled[middle], scaled[scaled.length % 2 === 1 ? middle : middle - 1]]
  // Twice the median, to compare without rounding.
  const twice = upper + lower
  const isClose = (price: bigint) => distance(2n * price, twice) * 100n <= twice * BigInt(spreadPercent)
  const close = scaled.filter(isClose).length
  if (close < quorum || close * 2 <= scaled.length) return "tooFarApart"
  return { digits: divideRound(twice, 2n), decimals: RATE_DECIMALS }
}

/** A price with 18 decimals; null if it is not positive after rounding. */
export const toPrice = (read: Decimal | null): Decimal | null =>
  read !== null && toScale(read) > 0n ? { digits: toScale(read), decimals: RATE_DECIMALS } : null

const toScale = ({ digits, decimals }: Decimal): bigint =>
  decimals <= RATE_DECIMALS
    ? digits * powerOfTen(RATE_DECIMALS - decimals)
    : divideRound(digits, powerOfTen(decimals - RATE_DECIMALS))

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)
