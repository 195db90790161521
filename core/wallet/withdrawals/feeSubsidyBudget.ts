import { Clock, Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { readSubsidies } from "./readOpen.ts"
import { personCostMax, personCostWithin, splitFee } from "./splitFee.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = Pick<NonNullable<WithdrawalState>, "withdrawalId" | "personId" | "assetTypeId" | "feeMax">

/**
 * Limits the fees that the platform pays within 24 hours, and reports them to operators. Without it, people who deposit
 * many small coins could make the platform pay repeatedly. Sweeps are not limited.
 */
export const feeSubsidyBudget = (sql: SqlClient, rules: Effect.Effect<RulesState>) => {
  /** Assets with an exhausted budget that were already reported. */
  const counted = new Set<number>()

  const daily = (assetTypeId: number) =>
    Effect.map(rules, ({ assets }) => assets.get(assetTypeId)?.feeSubsidyDailyMax ?? 0n)
  const others = Effect.fnUntraced(function* ({ withdrawalId, assetTypeId }: Open) {
    const nowMs = yield* Clock.currentTimeMillis
    return yield* Effect.promise(() => readSubsidies(sql, { besides: withdrawalId, assetTypeId, nowMs }))
  })

  return {
    /**
     * Maximum cost of the next transaction of a withdrawal: within the remaining budget, or as the only one of the day.
     */
    most: Effect.fnUntraced(function* (state: Open) {
      const now = yield* rules
      if (state.personId === PLATFORM_ID) return personCostMax(state.feeMax, now)
      const [sum, most] = [yield* others(state), yield* daily(state.assetTypeId)]
      if (sum === 0n) counted.delete(state.assetTypeId)
      // A withdrawal that needs more than the whole budget would wait permanently.
      return sum === 0n && most > 0n
        ? personCostMax(state.feeMax, now)
        : personCostWithin(state.feeMax, most - sum, now)
    }),

    /** Reports that the platform pays a part of the fee. */
    bears: Effect.fnUntraced(function* (state: Open, fee: bigint) {
      const { withdrawalId, personId, assetTypeId, feeMax } = state
      const { platform } = splitFee(fee, feeMax)
      if (platform === 0n || personId === PLATFORM_ID) return
      const [sum, most] = [(yield* others(state)) + platform, yield* daily(assetTypeId)]
      const about = { assetTypeId, sum: String(sum), most: String(most) }
      yield* Effect.logWarning("the platform bears a part of a fee", {
        ...about,
        withdrawalId,
        subsidy: String(platform),
      })
      if (sum < most) counted.delete(assetTypeId)
    }),

    /** Reports once that a withdrawal waits because the budget is exhausted. */
    refuses: Effect.fnUntraced(function* (state: Open, fee: bigint) {
      const { withdrawalId, assetTypeId, feeMax } = state
      // The fee table forbids it regardless of the budget.
      if (state.personId === PLATFORM_ID || fee > personCostMax(feeMax, yield* rules) || counted.has(assetTypeId))
        return
      counted.add(assetTypeId)
      const most = String(yield* daily(assetTypeId))
      const sum = String(yield* others(state))
      yield* Effect.logError("the platform bears no more fees today", {
        assetTypeId,
        withdrawalId,
        fee: String(fee),
        sum,
        most,
      })
    }),
  }
}
