import { type Decimal, divideRound, tenTo } from "#core/ledger"

/** Decimals that a rate is kept with. */
const RATE_DECIMALS = 18

/** What is asked of prices before they count. */
export type RateRules = {
  /** How many sources have to agree. */
  readonly quorum: number
  /** How far from the median a price may be and still agree, in whole percent. */
  readonly spreadPercent: number
}

/** Why prices are no rate: fewer sources answered than have to agree, or fewer agree. */
export type Unsettled = "tooFew" | "tooFarApart"

/**
 * The median of what sources answered. It counts where enough of them, and more than half, are close to it: one source
 * that is wrong is outvoted, two that differ are not believed. Exact: of two in the middle it is the half between them.
 */
export const settle = (prices: ReadonlyArray<Decimal>, { quorum, spreadPercent }: RateRules): Decimal | Unsettled => {
  if (prices.length < quorum || prices.length === 0) return "tooFew"
  const scaled = prices.map(toScale).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const middle = scaled.length >> 1
  const [upper = 0n, lower = 0n] = [scaled[middle], scaled[scaled.length % 2 === 1 ? middle : middle - 1]]
  // Twice the median, so that nothing is halved before it is compared.
  const twice = upper + lower
  const isClose = (price: bigint) => distance(2n * price, twice) * 100n <= twice * BigInt(spreadPercent)
  const close = scaled.filter(isClose).length
  if (close < quorum || close * 2 <= scaled.length) return "tooFarApart"
  return { digits: divideRound(twice, 2n), decimals: RATE_DECIMALS }
}

/** A price as it counts here; null for what is none, or rounds to nothing. */
export const priceOf = (read: Decimal | null): Decimal | null =>
  read !== null && toScale(read) > 0n ? { digits: toScale(read), decimals: RATE_DECIMALS } : null

const toScale = ({ digits, decimals }: Decimal): bigint =>
  decimals <= RATE_DECIMALS
    ? digits * tenTo(RATE_DECIMALS - decimals)
    : divideRound(digits, tenTo(decimals - RATE_DECIMALS))

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)
