import type { RulesState } from "../withdrawalRules/Rules.ts"
import { mostOf } from "./quote.ts"

/** Who pays how much of what the network takes. */
export type FeeShares = { readonly person: bigint; readonly platform: bigint }

/** A quote binds its person alone: what the network takes beyond it, the platform bears. */
export const splitFee = (fee: bigint, feeMax: bigint): FeeShares =>
  fee > feeMax ? { person: feeMax, platform: fee - feeMax } : { person: fee, platform: 0n }

/** What a fact says of a fee of which the platform bears a part. */
export const feeSubsidy = (fee: bigint, feeMax: bigint): { readonly subsidy?: string } => {
  const { platform } = splitFee(fee, feeMax)
  return platform === 0n ? {} : { subsidy: String(platform) }
}

/** The most that a transaction may cost where the platform bears no more than is left of its day. */
export const costWithin = (feeMax: bigint, left: bigint, rules: Pick<RulesState, "fees">): bigint => {
  const [most, within] = [costMost(feeMax, rules), feeMax + (left > 0n ? left : 0n)]
  return within < most ? within : most
}

/** The most that a transaction may cost, no matter who pays: what its person agreed to, or the fee table's most. */
export const costMost = (feeMax: bigint, rules: Pick<RulesState, "fees">): bigint => {
  const most = mostOf(rules)
  return feeMax > most ? feeMax : most
}
