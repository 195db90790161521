import { Result } from "effect"
import { networks } from "#core/chains"
import type { Decide } from "#core/kernel"
import { unitsText } from "#core/ledger"
import { COIN_DIGITS } from "../assets/coinText.ts"
import { type IdentityRules, limitsOf } from "./allowance.ts"
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

/** Changes to the rules of one asset, to the fee table of all coins, or to what is asked of identities. */
export type RulesChange =
  | { readonly assetTypeId: number; readonly rules: Partial<AssetRules> }
  | { readonly fees: Partial<Fees> }
  | { readonly creatorLevel: IdentityRules["creatorLevel"] }
  /** A limit of null is removed. */
  | { readonly limit: Omit<IdentityRules["limits"][number], "personDaily"> & { readonly personDaily: bigint | null } }

type About = { readonly reason: string; readonly by: string; readonly at: string }

/** Changes withdrawal rules; omitted values stay. Appends nothing if nothing changes. */
export const setRules =
  (change: RulesChange, about: About): Decide<RulesState, RuleEvent, UnfitRules> =>
  (state) => {
    const unfit = (problem: RulesProblem) => Result.fail(new UnfitRules({ problem }))
    const fees = feesOf(state)
    const next = {
      assets: new Map(state.assets),
      fees: "fees" in change ? { ...fees, ...change.fees } : fees,
      identity: nextIdentity(state.identity, change),
    }
    if ("assetTypeId" in change) {
      const rules = state.assets.get(change.assetTypeId)
      if (rules === undefined) return unfit("asset")
      next.assets.set(change.assetTypeId, { ...rules, ...change.rules })
    }
    const reason = about.reason.trim()
    if (reason === "" || reason.length > REASON_LENGTH_MAX) return unfit("reason")
    const problem = problemOf(next)
    if (problem !== null) return unfit(problem)
    const fact = factOf(next, { ...about, reason })
    const present = factOf({ fees, assets: state.assets, identity: state.identity }, { ...about, reason })
    return Result.succeed(JSON.stringify(fact) === JSON.stringify(present) ? [] : [fact])
  }

const feesOf = ({ fees }: RulesState): Fees => ({
  minimum: fees.get(FEE_LEVEL_MIN) ?? 0n,
  maximum: fees.get(FEE_LEVEL_MAX) ?? 0n,
})

const nextIdentity = (present: IdentityRules, change: RulesChange): IdentityRules => {
  if ("creatorLevel" in change) return { ...present, creatorLevel: change.creatorLevel }
  if (!("limit" in change)) return present
  const { assetTypeId, level, personDaily } = change.limit
  const others = present.limits.filter((each) => each.assetTypeId !== assetTypeId || each.level !== level)
  return { ...present, limits: personDaily === null ? others : [...others, { assetTypeId, level, personDaily }] }
}

type AllRules = {
  readonly fees: Fees
  readonly assets: RulesState["assets"]
  readonly identity: IdentityRules
}

/** What is wrong with the rules as a whole; null if they are valid. */
const problemOf = ({ fees, assets, identity }: AllRules): RulesProblem | null => {
  if (identity.limits.some(({ assetTypeId }) => !assets.has(assetTypeId))) return "asset"
  if (fees.minimum <= 0n || fees.maximum < fees.minimum || fees.maximum > FEE_MAX) return "fees"
  for (const [assetTypeId, rules] of assets) {
    const problem = problemOfAsset(assetTypeId, rules, fees)
    if (problem !== null) return problem
    if (!isStaircase(limitsOf(identity, assetTypeId), rules)) return "levels"
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

/** A limit is nothing at all or holds one withdrawal, and a higher level never allows less. */
const isStaircase = (limits: IdentityRules["limits"], { minimum, personDaily }: AssetRules): boolean =>
  limits.every(
    (limit, index) =>
      (limit.personDaily === 0n || limit.personDaily >= minimum) &&
      limit.personDaily <= (limits[index + 1]?.personDaily ?? personDaily),
  )

const isAscending = (usual: number, large: number, minimum: number, most: number): boolean =>
  [usual, large].every(Number.isSafeInteger) && minimum <= usual && usual <= large && large <= most

const factOf = ({ fees, assets, identity }: AllRules, about: About) =>
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
    identity: {
      creatorLevel: identity.creatorLevel,
      limits: [...assets.keys()].flatMap((assetTypeId) =>
        limitsOf(identity, assetTypeId).map(({ level, personDaily }) => ({
          assetTypeId,
          level,
          personDaily: String(personDaily),
        })),
      ),
    },
    ...about,
  })
