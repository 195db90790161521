import { Result, Schema } from "effect"
import { type AccountKey, type Entry, platformAccount } from "#core/ledger"
import { FEE_LEVEL_MIN, type RulesState } from "../withdrawalRules/Rules.ts"

/**
 * The account cannot be closed yet:
 * - `pending`: a hold, a withdrawal or an incoming deposit is open;
 * - `withdrawable`: coins can be withdrawn;
 * - `remainder`: the exact remainder, too small to withdraw, was not renounced.
 */
export class HoldsFunds extends Schema.TaggedError<HoldsFunds>()("HoldsFunds", {
  reason: Schema.Literals(["pending", "withdrawable", "remainder"]),
}) {
  get messageKey(): `walletCall.closing.${"pending" | "withdrawable" | "remainder"}` {
    return `walletCall.closing.${this.reason}`
  }
}

/** Balance and holds of one account. */
export type AccountHoldings = {
  readonly account: AccountKey
  readonly assetTypeId: number
  readonly posted: bigint
  readonly held: bigint
}

/** A remaining amount. `isTooSmall`: below the smallest possible withdrawal. */
export type AssetRemainder = { readonly assetTypeId: number; readonly amount: bigint; readonly isTooSmall: boolean }

/** An amount that the person agreed to give up, in minor units. */
export type RenouncedAmount = { readonly assetTypeId: number; readonly amount: bigint }

/** Sums the accounts of each asset. */
export const remaindersOf = (
  owned: ReadonlyArray<AccountHoldings>,
  { assets, fees }: RulesState,
): ReadonlyArray<AssetRemainder> => {
  const sums = new Map<number, bigint>()
  for (const { assetTypeId, posted } of owned) sums.set(assetTypeId, (sums.get(assetTypeId) ?? 0n) + posted)
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([assetTypeId, amount]) => {
      const rules = assets.get(assetTypeId)
      const isTooSmall = rules === undefined || amount < rules.minimum + (fees.get(FEE_LEVEL_MIN) ?? 0n)
      return { assetTypeId, amount, isTooSmall }
    })
}

/**
 * Decides whether an account can be closed, and returns the entries that book the renounced amounts. Withdrawable amounts,
 * and amounts that were not shown to the person, cannot be renounced.
 */
export const decideClosing = (
  owned: ReadonlyArray<AccountHoldings>,
  rules: RulesState,
  {
    hasPendingDeposits,
    renounced,
  }: { readonly hasPendingDeposits: boolean; readonly renounced: ReadonlyArray<RenouncedAmount> },
): Result.Result<ReadonlyArray<Entry>, HoldsFunds> => {
  const refused = (reason: HoldsFunds["reason"]) => Result.fail(new HoldsFunds({ reason }))
  const remainders = remaindersOf(owned, rules)
  if (hasPendingDeposits || owned.some(({ held }) => held !== 0n)) return refused("pending")
  if (remainders.some(({ isTooSmall }) => !isTooSmall)) return refused("withdrawable")
  const isShown = ({ assetTypeId, amount }: AssetRemainder) =>
    renounced.some((each) => each.assetTypeId === assetTypeId && each.amount === amount)
  if (!remainders.every(isShown)) return refused("remainder")
  return Result.succeed(
    owned
      .filter(({ posted }) => posted !== 0n)
      .flatMap(({ account, assetTypeId, posted }) => [
        { account, amount: -posted },
        { account: platformAccount("renounced", assetTypeId), amount: posted },
      ]),
  )
}
