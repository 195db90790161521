import { Result } from "effect"
import { networks } from "#core/chains"
import type { Decide } from "#core/kernel"
import { unitsText } from "#core/ledger"
import { COIN_DIGITS } from "../assets/coinText.ts"
import { type RuleEvent, WithdrawalRulesSet } from "./events.ts"
import { type AssetRules, FEE_LEVEL_MAX, FEE_LEVEL_MIN, type RulesState } from "./Rules.ts"
import { type RulesProblem, UnfitRules } from "./refusals.ts"

/** Maximum delay of a withdrawal. */
export const COOLING_SECONDS_MAX = 7 * 24 * 3_600
/** Maximum fee of any withdrawal: one coin. */
const FEE_MAX = 100_000_000n
const REASON_LENGTH_MAX = 500

/** Fees in minor units of a coin. */
type Fees = { readonly minimum: bigint; readonly maximum: bigint }

/** Changes to the rules of one asset, or to the fee table of all coins. */
export type RulesChange =
  | { readonly assetTypeId: number; readonly rules: Partial<AssetRules> }
  | { readonly fees: Partial<Fees> }

type About = { readonly reason: string; readonly by: string; readonly at: string }

/** Changes withdrawal rules; omitted values stay. Appends nothing if nothing changes. */
export const setRules =
  (change: RulesChange, about: About): Decide<RulesState, RuleEvent, UnfitRules> =>
  (state) => {
    const unfit = (problem: RulesProblem) => Result.fail(new UnfitRules({ problem }))
    const fees = feesOf(state)
    const next = { assets: new Map(state.assets), fees: "fees" in change ? { ...fees, ...change.fees } : fees }
    if ("assetTypeId" in change) {
      const rules = state.assets.get(change.assetTypeId)
      if (rules === undefined) return unfit("asset")
      next.assets.set(change.assetTypeId, { ...rules, ...change.rules })
    }
    const reason = about.reason.trim()
    if (reason === "" || reason.length > REASON_LENGTH_MAX) return unfit("reason")
    const problem = problemOf(next.fees, next.assets)
    if (problem !== null) return unfit(problem)
    const fact = factOf(next.fees, next.assets, { ...about, reason })
    const present = factOf(fees, state.assets, { ...about, reason })
    return Result.succeed(JSON.stringify(fact) === JSON.stringify(present) ? [] : [fact])
  }

const feesOf = ({ fees }: RulesState): Fees => ({
  minimum: fees.get(FEE_LEVEL_MIN) ?? 0n,
  maximum: fees.get(FEE_LEVEL_MAX) ?? 0n,
})

type Assets = RulesState["assets"]

/** What is wrong with the rules as a whole; null if they are valid. */
const problemOf = (fees: Fees, assets: Assets): RulesProblem | null => {
  if (fees.minimum <= 0n || fees.maximum < fees.minimum || fees.maximum > FEE_MAX) return "fees"
  for (const [assetTypeId, rules] of assets) {
    const problem = problemOfAsset(assetTypeId, rules, fees)
    if (problem !== null) return problem
  }
  return null
}

const problemOfAsset = (assetTypeId: number, rules: AssetRules, fees: Fees): RulesProblem | null => {
  const network = Object.values(networks).find(({ main }) => main.assetTypeId === assetTypeId)?.main
  if (network === undefined) return "asset"
  if (Object.values(network.dust).some((dust) => rules.minimum < dust)) return "minimum"
  if (rules.personDaily < rules.minimum || rules.allDaily < rules.personDaily) return "daily"
  // A request above this could never be sent.
  if (rules.inFlightMax < rules.personDaily + fees.maximum) return "inFlightMax"
  if (rules.approvalThreshold < 0n) return "approval"
  if (rules.unverifiedDonationMax < 0n) return "donations"
  if (rules.hotWalletMax < 0n) return "hot"
  if (rules.feeSubsidyDailyMax < 0n) return "subsidy"
  const isWait = isAscending(rules.coolingSeconds, rules.largeCoolingSeconds, 0, COOLING_SECONDS_MAX)
  if (!isWait) return "cooling"
  const isDeep = isAscending(rules.confirmations, rules.largeConfirmations, 1, network.windowBlocks)
  return isDeep ? null : "confirmations"
}

const isAscending = (usual: number, large: number, minimum: number, most: number): boolean =>
  [usual, large].every(Number.isSafeInteger) && minimum <= usual && usual <= large && large <= most

const factOf = (fees: Fees, assets: Assets, about: About) =>
  WithdrawalRulesSet.make({
    assets: [...assets].map(([assetTypeId, { coolingSeconds, largeCoolingSeconds, ...rules }]) => {
      const { confirmations, largeConfirmations, ...amounts } = rules
      return {
        assetTypeId,
        minimum: String(amounts.minimum),
        personDaily: String(amounts.personDaily),
        allDaily: String(amounts.allDaily),
        approvalThreshold: String(amounts.approvalThreshold),
        inFlightMax: String(amounts.inFlightMax),
        unverifiedDonationMax: String(amounts.unverifiedDonationMax),
        hotWalletMax: String(amounts.hotWalletMax),
        feeSubsidyDailyMax: String(amounts.feeSubsidyDailyMax),
        ...{ coolingSeconds, largeCoolingSeconds, confirmations, largeConfirmations },
      }
    }),
    fees: [
      { level: FEE_LEVEL_MIN, fee: unitsText(fees.minimum, COIN_DIGITS) },
      { level: FEE_LEVEL_MAX, fee: unitsText(fees.maximum, COIN_DIGITS) },
    ],
    ...about,
  })
