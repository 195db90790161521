import type { RulesState } from "../withdrawalRules/Rules.ts"
import { maximumFeeRate } from "./quote.ts"

/** Who pays which part of the network fee. */
export type FeeShares = { readonly person: bigint; readonly platform: bigint }

/** Splits a fee: the person pays up to the quote, the platform the rest. */
export const splitFee = (fee: bigint, feeMax: bigint): FeeShares =>
  fee > feeMax ? { person: feeMax, platform: fee - feeMax } : { person: fee, platform: 0n }

/** Event field `subsidy`, present only if the platform pays part of the fee. */
export const feeSubsidy = (fee: bigint, feeMax: bigint): { readonly subsidy?: string } => {
  const { platform } = splitFee(fee, feeMax)
  return platform === 0n ? {} : { subsidy: String(platform) }
}

/** Maximum cost of a transaction within the remaining subsidy. */
export const personCostWithin = (feeMax: bigint, left: bigint, rules: Pick<RulesState, "fees">): bigint => {
  const [most, within] = [personCostMax(feeMax, rules), feeMax + (left > 0n ? left : 0n)]
  return within < most ? within : most
}

/** Maximum cost of a transaction: the agreed fee or the maximum of the fee table, whichever is higher. */
export const personCostMax = (feeMax: bigint, rules: Pick<RulesState, "fees">): bigint => {
  const most = maximumFeeRate(rules)
  return feeMax > most ? feeMax : most
}
