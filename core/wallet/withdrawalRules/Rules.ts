import { Result } from "effect"
import { networks } from "#core/chains"
import type { Aggregate, Decide } from "#core/kernel"
import { parseUnits } from "#core/ledger"
import { COIN_DIGITS } from "../assets/coinText.ts"
import type { IdentityRules } from "./allowance.ts"
import { type RuleEvent, RuleEvents, WithdrawalsResumed, WithdrawalsStopped } from "./events.ts"

/** Limits for withdrawals and donations of an asset, in minor units. */
type AssetAmounts = {
  readonly minimum: bigint
  readonly personDaily: bigint
  readonly allDaily: bigint
  readonly approvalThreshold: bigint
  readonly inFlightMax: bigint
  /** Donations of one person within 24 hours with the session alone. */
  readonly unverifiedDonationMax: bigint
  /** Above this balance operators are asked to move coins to cold storage. */
  readonly hotWalletMax: bigint
  /** Fees above the agreed maximum that the platform pays within 24 hours. */
  readonly feeSubsidyDailyMax: bigint
}
/** Delays and confirmations; the large ones apply from `approvalThreshold`. */
type AssetWaits = {
  readonly coolingSeconds: number
  readonly largeCoolingSeconds: number
  readonly confirmations: number
  readonly largeConfirmations: number
}
export type AssetRules = AssetAmounts & AssetWaits

export type RulesState = {
  readonly assets: ReadonlyMap<number, AssetRules>
  /** Fees by level, in minor units with eight decimals, as all three coins have. */
  readonly fees: ReadonlyMap<number, bigint>
  readonly identity: IdentityRules
  /** Reason of each stop by asset; null means all assets. */
  readonly stopped: ReadonlyMap<number | null, string>
}

/** Id of the single set of rules. */
export const RULES_ID = "all"

const coins = (text: string): bigint => {
  const units = parseUnits(text, COIN_DIGITS)
  if (typeof units === "string") throw new Error(`${text} is not an amount of a coin`)
  return units
}

/** Defaults, of about the same value for each coin. */
const DEFAULT_RULES: ReadonlyArray<readonly [number, AssetRules]> = (
  [
    [networks.BTC.main, "0.0001", "1", "10", "0.5", "5", "0.0008", "20", "0.004"],
    [networks.BCH.main, "0.001", "100", "1000", "50", "500", "0.12", "2000", "0.6"],
    [networks.LTC.main, "0.01", "500", "5000", "250", "2500", "0.6", "10000", "3"],
  ] as const
).map(
  ([{ assetTypeId, confirmations }, minimum, personDaily, allDaily, approvalThreshold, inFlightMax, ...amounts]) => [
    assetTypeId,
    {
      minimum: coins(minimum),
      personDaily: coins(personDaily),
      allDaily: coins(allDaily),
      approvalThreshold: coins(approvalThreshold),
      inFlightMax: coins(inFlightMax),
      unverifiedDonationMax: coins(amounts[0]),
      hotWalletMax: coins(amounts[1]),
      feeSubsidyDailyMax: coins(amounts[2]),
      // A large withdrawal can be cancelled for an hour, even if operators approve at once.
      coolingSeconds: 0,
      largeCoolingSeconds: 3_600,
      confirmations: confirmations.usual,
      largeConfirmations: confirmations.large,
    },
  ],
)

/** Levels of the fee table (specification, section 9): the minimum and the maximum reserved for the network. */
export const FEE_LEVEL_MIN = 3
export const FEE_LEVEL_MAX = 4
const DEFAULT_FEES = [
  [FEE_LEVEL_MIN, coins("0.00004")],
  [FEE_LEVEL_MAX, coins("0.04")],
] as const

/** Limits, fees and stops of withdrawals, as events with author and time. */
export const Rules: Aggregate<RulesState, RuleEvent> = {
  category: "withdrawalRules",
  events: RuleEvents,
  initial: {
    assets: new Map(DEFAULT_RULES),
    fees: new Map(DEFAULT_FEES),
    identity: { creatorLevel: 0, limits: [] },
    stopped: new Map(),
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "wallet.WithdrawalRulesSet.v1":
        return {
          ...state,
          assets: new Map(event.assets.map((rules) => [rules.assetTypeId, rulesOf(rules)])),
          fees: new Map(event.fees.map(({ level, fee }) => [level, coins(fee)])),
          identity: event.identity === undefined ? state.identity : identityOf(event.identity),
        }
      case "wallet.WithdrawalsStopped.v1":
        return { ...state, stopped: new Map([...state.stopped, [event.assetTypeId, event.reason]]) }
      case "wallet.WithdrawalsResumed.v1":
        return { ...state, stopped: without(state.stopped, event.assetTypeId) }
    }
  },
}

/** Why withdrawals of an asset are stopped; null if they are not. */
export const stopOf = ({ stopped }: RulesState, assetTypeId: number): string | null =>
  stopped.get(null) ?? stopped.get(assetTypeId) ?? null

type Switch = { readonly assetTypeId: number | null; readonly by: string; readonly at: string }

/** Stops withdrawals of an asset, or of all; idempotent. */
export const stopWithdrawals =
  (fact: Switch & { readonly reason: string }): Decide<RulesState, RuleEvent, never> =>
  ({ stopped }) =>
    Result.succeed(stopped.has(fact.assetTypeId) ? [] : [WithdrawalsStopped.make(fact)])

/** Resumes withdrawals. A stop of all assets and a stop of one asset are lifted separately. */
export const resumeWithdrawals =
  (fact: Switch): Decide<RulesState, RuleEvent, never> =>
  ({ stopped }) =>
    Result.succeed(stopped.has(fact.assetTypeId) ? [WithdrawalsResumed.make(fact)] : [])

const without = (stopped: RulesState["stopped"], removed: number | null) =>
  new Map([...stopped].filter(([assetTypeId]) => assetTypeId !== removed))

type RulesSet = Extract<RuleEvent, { readonly assets: unknown }>
type StoredRules = RulesSet["assets"][number]

const identityOf = ({ creatorLevel, limits }: NonNullable<RulesSet["identity"]>): IdentityRules => ({
  creatorLevel,
  limits: limits.map((limit) => ({ ...limit, personDaily: BigInt(limit.personDaily) })),
})

const rulesOf = ({ assetTypeId: _, ...rules }: StoredRules): AssetRules => ({
  ...rules,
  minimum: BigInt(rules.minimum),
  personDaily: BigInt(rules.personDaily),
  allDaily: BigInt(rules.allDaily),
  approvalThreshold: BigInt(rules.approvalThreshold),
  inFlightMax: BigInt(rules.inFlightMax),
  unverifiedDonationMax: BigInt(rules.unverifiedDonationMax),
  hotWalletMax: BigInt(rules.hotWalletMax),
  feeSubsidyDailyMax: BigInt(rules.feeSubsidyDailyMax),
})
