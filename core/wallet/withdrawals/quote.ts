import type { Network } from "#core/chains"
import { feeFor, vbytesOf } from "#core/chains"
import { FEE_LEVEL_MAX, FEE_LEVEL_MIN, type RulesState } from "../withdrawalRules/Rules.ts"
import type { Speed } from "./speeds.ts"

/** Within how many blocks a payment of each speed is to be in one. */
export const SPEED_BLOCKS: Readonly<Record<Speed, number>> = { slow: 12, normal: 6, fast: 2 }

/** Coins that a withdrawal may spend without costing more than was agreed to. Most spend one. */
const COINS_USUAL = 3
/** The longest output script that is paid to, 34 bytes, in hexadecimal. */
const SCRIPT_LONGEST = "00".repeat(34)

/**
 * What is set aside for the network's fee at a rate: enough for a few coins, never under or over the fee table. What the
 * network does not take is given back.
 */
export const quoteFee = (network: Network, feeRate: bigint, { fees }: Pick<RulesState, "fees">): bigint => {
  const fee = feeFor(vbytesOf(network, COINS_USUAL, [SCRIPT_LONGEST, SCRIPT_LONGEST]), feeRate)
  const [minimum, most] = [fees.get(FEE_LEVEL_MIN) ?? 0n, mostOf({ fees })]
  return fee < minimum ? minimum : fee > most ? most : fee
}

/** The most that any withdrawal may cost. */
export const mostOf = ({ fees }: Pick<RulesState, "fees">): bigint => fees.get(FEE_LEVEL_MAX) ?? 0n
