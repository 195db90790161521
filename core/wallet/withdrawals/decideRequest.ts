import { Result } from "effect"
import type { Network } from "#core/chains"
import { scriptTypeOf } from "#core/chains"
import { formatIso } from "#core/kernel"
import { allowanceOf, type Standing } from "../withdrawalRules/allowance.ts"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { stopOf } from "../withdrawalRules/Rules.ts"
import { WithdrawalRequested } from "./events.ts"
import { maximumFeeRate } from "./quote.ts"
import { FeeMoved, IdentityRequired, TooManyUnsigned, UnfitWithdrawal, WithdrawalsOff } from "./refusals.ts"
import type { Speed } from "./speeds.ts"

/** Approvals of a large withdrawal (ASVS 5.0, 2.3.5: high-value transactions need more than one). */
export const APPROVALS = 2

/** Maximum unsigned withdrawals of one person and asset. */
export const UNSIGNED_MAX = 20

/** A withdrawal as confirmed by its person. */
export type ConfirmedRequest = {
  readonly withdrawalId: string
  readonly personId: string
  readonly assetTypeId: number
  readonly entryId: string
  readonly address: string
  readonly script: string
  /** Owner of the address if it is one of ours. */
  readonly internalRecipientId: string | null
  /** Minor units. */
  readonly amount: bigint
  /** Maximum network fee shown on the confirmation. */
  readonly fee: bigint
  readonly speed: Speed
}

/** Current conditions. */
export type Now = {
  readonly network: Network
  readonly rules: RulesState
  /** The fee that would be quoted now. */
  readonly quoted: bigint
  readonly nowMs: number
  /** What the person withdrew of the asset in the last 24 hours, without this one. */
  readonly withdrawn: bigint
  /** Unsigned withdrawals of the person and asset. */
  readonly unsigned: number
  readonly standing: Standing
}

type RequestRefused = UnfitWithdrawal | FeeMoved | TooManyUnsigned | WithdrawalsOff | IdentityRequired

/** Decides whether a withdrawal may be requested. Balance and daily limits are enforced by the database. */
export const decideRequest = (
  request: ConfirmedRequest,
  { network, rules, quoted, nowMs, withdrawn, unsigned, standing }: Now,
): Result.Result<typeof WithdrawalRequested.Type, RequestRefused> => {
  const unfit = (problem: UnfitWithdrawal["problem"]) => Result.fail(new UnfitWithdrawal({ problem }))
  const { assetTypeId, amount, fee, ...about } = request
  const asset = rules.assets.get(assetTypeId)
  const type = scriptTypeOf(about.script)
  const dust = type === null ? undefined : network.dust[type]
  if (asset === undefined || dust === undefined) return unfit("asset")
  if (stopOf(rules, assetTypeId) !== null) return Result.fail(new WithdrawalsOff())
  if (amount <= 0n) return unfit("zero")
  if (amount < dust) return unfit("dust")
  if (amount < asset.minimum) return unfit("minimum")
  const { personDaily, levelNeeded } = allowanceOf(
    rules.identity,
    { assetTypeId, personDaily: asset.personDaily },
    standing,
  )
  if (levelNeeded !== null && withdrawn + amount > personDaily)
    return Result.fail(new IdentityRequired({ levelNeeded }))
  if (fee > maximumFeeRate(rules)) return unfit("fee")
  if (fee < quoted) return Result.fail(new FeeMoved({ fee: quoted }))
  if (unsigned >= UNSIGNED_MAX) return Result.fail(new TooManyUnsigned())
  // The sum of the day counts, because a large amount could be split into small withdrawals.
  const isLarge = withdrawn + amount >= asset.approvalThreshold
  const cooling = isLarge ? asset.largeCoolingSeconds : asset.coolingSeconds
  const [requestedAt, dueAt] = [nowMs, nowMs + cooling * 1_000].map((ms) => formatIso(ms))
  return Result.succeed(
    WithdrawalRequested.make({
      ...about,
      assetTypeId,
      stage: network.stage,
      amount: String(amount),
      fee: String(fee),
      dueAt: dueAt ?? "",
      approvalsNeeded: isLarge ? APPROVALS : 0,
      confirmationsNeeded: isLarge ? asset.largeConfirmations : asset.confirmations,
      limits: {
        person: String(personDaily),
        all: String(asset.allDaily),
        approvalThreshold: String(asset.approvalThreshold),
      },
      requestedAt: requestedAt ?? "",
    }),
  )
}
