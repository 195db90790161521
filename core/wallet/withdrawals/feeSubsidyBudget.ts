import { Clock, Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { RulesState } from "../withdrawalRules/Rules.ts"
import { PLATFORM_ID } from "./platformId.ts"
import { readSubsidies } from "./readOpen.ts"
import { costMost, costWithin, splitFee } from "./splitFee.ts"
import type { WithdrawalState } from "./Withdrawal.ts"

type Open = Pick<NonNullable<WithdrawalState>, "withdrawalId" | "personId" | "assetTypeId" | "feeMax">

/**
 * What the platform bears of fees within 24 hours, and that operators hear of it: anyone who brings many small coins could have
 * it pay for them as often as they wish. What goes to cold storage is as much as operators say.
 */
export const feeSubsidyBudget = (sql: SqlClient, rules: Effect.Effect<RulesState>) => {
  /** The assets whose day is used up, as far as that was told. */
  const told = new Set<number>()

  const daily = (assetTypeId: number) =>
    Effect.map(rules, ({ assets }) => assets.get(assetTypeId)?.feeSubsidyDailyMax ?? 0n)
  const others = Effect.fnUntraced(function* ({ withdrawalId, assetTypeId }: Open) {
    const nowMs = yield* Clock.currentTimeMillis
    return yield* Effect.promise(() => readSubsidies(sql, { besides: withdrawalId, assetTypeId, nowMs }))
  })

  return {
    /** The most that the next transaction of a withdrawal may cost, no matter who pays: within what is left of the day, or as the only one of it. */
    most: Effect.fnUntraced(function* (state: Open) {
      const now = yield* rules
      if (state.personId === PLATFORM_ID) return costMost(state.feeMax, now)
      const [sum, most] = [yield* others(state), yield* daily(state.assetTypeId)]
      if (sum === 0n) told.delete(state.assetTypeId)
      // One that needs more than a whole day's would wait forever.
      return sum === 0n && most > 0n ? costMost(state.feeMax, now) : costWithin(state.feeMax, most - sum, now)
    }),

    /** Tells that the platform bears a part of what was built. */
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
      if (sum < most) told.delete(assetTypeId)
    }),

    /** Tells that one has to wait because the day is used up, once until there is capacity again. */
    refuses: Effect.fnUntraced(function* (state: Open, fee: bigint) {
      const { withdrawalId, assetTypeId, feeMax } = state
      // No day would be enough for it: the fee table forbids it.
      if (state.personId === PLATFORM_ID || fee > costMost(feeMax, yield* rules) || told.has(assetTypeId)) return
      told.add(assetTypeId)
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
