import { Result } from "effect"
import type { Network } from "#core/chains"
import { scriptTypeOf } from "#core/chains"
import { formatIso } from "#core/kernel"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { stopOf } from "../withdrawalRules/Rules.ts"
import { WithdrawalRequested } from "./events.ts"
import { mostOf } from "./quote.ts"
import { FeeMoved, TooManyUnsigned, UnfitWithdrawal, WithdrawalsOff } from "./refusals.ts"
import type { Speed } from "./speeds.ts"

/** Operators who have to agree to a large withdrawal (ASVS 5.0, 2.3.5: high-value transactions need more than one). */
export const APPROVALS = 2

/** Withdrawals of an asset that one person may have that nothing was signed of. */
export const UNSIGNED_MAX = 20

/** What somebody asks for, as they confirmed it. */
export type Asked = {
  readonly withdrawalId: string
  readonly personId: string
  readonly assetTypeId: number
  readonly entryId: string
  readonly address: string
  readonly script: string
  /** Whose address of ours it is. */
  readonly internalRecipientId: string | null
  /** Minor units. */
  readonly amount: bigint
  /** What they were shown that the network takes at most. */
  readonly fee: bigint
  readonly speed: Speed
}

/** What is so at the moment. */
export type Now = {
  readonly network: Network
  readonly rules: RulesState
  /** What would be shown now. */
  readonly quoted: bigint
  readonly nowMs: number
  /** What the person withdrew of the asset in the 24 hours before, this one not counted. */
  readonly withdrawn: bigint
  /** How many of the person's withdrawals of the asset wait for their first signature. */
  readonly unsigned: number
}

/** Whether a withdrawal may be asked for; whether there is enough, and within the day's limits, the books decide. */
export const decideRequest = (
  asked: Asked,
  { network, rules, quoted, nowMs, withdrawn, unsigned }: Now,
): Result.Result<typeof WithdrawalRequested.Type, UnfitWithdrawal | FeeMoved | TooManyUnsigned | WithdrawalsOff> => {
  const unfit = (problem: UnfitWithdrawal["problem"]) => Result.fail(new UnfitWithdrawal({ problem }))
  const { assetTypeId, amount, fee, ...about } = asked
  const asset = rules.assets.get(assetTypeId)
  const type = scriptTypeOf(about.script)
  const dust = type === null ? undefined : network.dust[type]
  if (asset === undefined || dust === undefined) return unfit("asset")
  if (stopOf(rules, assetTypeId) !== null) return Result.fail(new WithdrawalsOff())
  if (amount <= 0n) return unfit("zero")
  if (amount < dust) return unfit("dust")
  if (amount < asset.minimum) return unfit("minimum")
  if (fee > mostOf(rules)) return unfit("fee")
  if (fee < quoted) return Result.fail(new FeeMoved({ fee: quoted }))
  if (unsigned >= UNSIGNED_MAX) return Result.fail(new TooManyUnsigned())
  // Two that are smaller are no less than one: anyone who has an account could ask for many.
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
        person: String(asset.personDaily),
        all: String(asset.allDaily),
        approvalThreshold: String(asset.approvalThreshold),
      },
      requestedAt: requestedAt ?? "",
    }),
  )
}
