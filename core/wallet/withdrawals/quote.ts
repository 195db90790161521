import type { Network } from "#core/chains"
import { feeFor, vbytesOf } from "#core/chains"
import { FEE_LEVEL_MAX, FEE_LEVEL_MIN, type RulesState } from "../withdrawalRules/Rules.ts"
import type { Speed } from "./speeds.ts"

/** Target number of blocks for each speed. */
export const SPEED_BLOCKS: Readonly<Record<Speed, number>> = { slow: 12, normal: 6, fast: 2 }

/** Inputs that fit into the quoted fee. Most payments have one. */
const COINS_USUAL = 3
/** The longest output script that can be paid, 34 bytes, in hexadecimal. */
const SCRIPT_LONGEST = "00".repeat(34)

/** Fee reserved for the network: enough for a few inputs, within the fee table. The unused part is released. */
export const quoteFee = (network: Network, feeRate: bigint, { fees }: Pick<RulesState, "fees">): bigint => {
  const fee = feeFor(vbytesOf(network, COINS_USUAL, [SCRIPT_LONGEST, SCRIPT_LONGEST]), feeRate)
  const [minimum, most] = [fees.get(FEE_LEVEL_MIN) ?? 0n, maximumFeeRate({ fees })]
  return fee < minimum ? minimum : fee > most ? most : fee
}

/** Maximum fee of any withdrawal. */
export const maximumFeeRate = ({ fees }: Pick<RulesState, "fees">): bigint => fees.get(FEE_LEVEL_MAX) ?? 0n
