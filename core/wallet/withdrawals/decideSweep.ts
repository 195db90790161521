import { Result } from "effect"
import type { Network } from "#core/chains"
import { scriptTypeOf } from "#core/chains"
import { formatIso } from "#core/kernel"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { stopOf } from "../withdrawalRules/Rules.ts"
import { APPROVALS } from "./decideRequest.ts"
import { WithdrawalRequested } from "./events.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { UnfitSweep, WithdrawalsOff } from "./refusals.ts"
import type { Speed } from "./speeds.ts"

/** Coins to move to cold storage. */
export type Sweep = {
  readonly withdrawalId: string
  readonly address: string
  readonly script: string
  /** Minor units. */
  readonly amount: bigint
  readonly fee: bigint
  readonly speed: Speed
  readonly reason: string
}

/** Maximum length of a reason. */
const REASON_LENGTH_MAX = 500

/**
 * Decides whether coins may be moved to cold storage. It is always treated as a large withdrawal with two approvals.
 */
export const decideSweep = (
  { amount, fee, script, reason, ...about }: Sweep,
  { network, rules, nowMs }: { readonly network: Network; readonly rules: RulesState; readonly nowMs: number },
): Result.Result<typeof WithdrawalRequested.Type, UnfitSweep | WithdrawalsOff> => {
  const unfit = (problem: UnfitSweep["problem"]) => Result.fail(new UnfitSweep({ problem }))
  const { assetTypeId, stage } = network
  const asset = rules.assets.get(assetTypeId)
  const type = scriptTypeOf(script)
  const dust = type === null ? undefined : network.dust[type]
  if (asset === undefined || dust === undefined) return unfit("asset")
  if (stopOf(rules, assetTypeId) !== null) return Result.fail(new WithdrawalsOff())
  if (amount < dust) return unfit("amount")
  if (reason.trim() === "" || reason.length > REASON_LENGTH_MAX) return unfit("reason")
  const iso = (ms: number) => formatIso(ms)
  return Result.succeed(
    WithdrawalRequested.make({
      ...about,
      ...{ script, assetTypeId, stage },
      personId: PLATFORM_ID,
      entryId: "cold",
      internalRecipientId: null,
      amount: String(amount),
      fee: String(fee),
      dueAt: iso(nowMs + asset.largeCoolingSeconds * 1_000),
      approvalsNeeded: APPROVALS,
      confirmationsNeeded: asset.largeConfirmations,
      limits: { person: String(amount), all: String(amount) },
      reason: reason.trim(),
      requestedAt: iso(nowMs),
    }),
  )
}
