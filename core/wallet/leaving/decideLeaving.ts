import { Result } from "effect"
import type { Entry } from "#core/ledger"
import { type AccountKey, platformAccount } from "#core/ledger"
import { FEE_LEVEL_LEAST, type RulesState } from "../withdrawalRules/Rules.ts"
import { StillOwns } from "./refusals.ts"

/** What one account of a person holds. */
export type Owned = {
  readonly account: AccountKey
  readonly assetTypeId: number
  readonly posted: bigint
  readonly held: bigint
}

/** What somebody has of an asset, and whether it is less than can ever be withdrawn. */
export type Left = { readonly assetTypeId: number; readonly amount: bigint; readonly isRest: boolean }

/** What somebody gives up of an asset, in minor units, as it was shown to them. */
export type GivenUp = { readonly assetTypeId: number; readonly amount: bigint }

/** What is left of each asset, the accounts of one asset together. */
export const leftOf = (owned: ReadonlyArray<Owned>, { assets, fees }: RulesState): ReadonlyArray<Left> => {
  const sums = new Map<number, bigint>()
  for (const { assetTypeId, posted } of owned) sums.set(assetTypeId, (sums.get(assetTypeId) ?? 0n) + posted)
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([assetTypeId, amount]) => {
      const rules = assets.get(assetTypeId)
      const isRest = rules === undefined || amount < rules.least + (fees.get(FEE_LEVEL_LEAST) ?? 0n)
      return { assetTypeId, amount, isRest }
    })
}

/**
 * Whether somebody may leave with what is theirs, and the entries that book what they give up. Nothing is forfeited that
 * could have been withdrawn, nor anything that was not shown.
 */
export const decideLeaving = (
  owned: ReadonlyArray<Owned>,
  rules: RulesState,
  { isExpecting, givesUp }: { readonly isExpecting: boolean; readonly givesUp: ReadonlyArray<GivenUp> },
): Result.Result<ReadonlyArray<Entry>, StillOwns> => {
  const refused = (what: StillOwns["what"]) => Result.fail(new StillOwns({ what }))
  const left = leftOf(owned, rules)
  if (isExpecting || owned.some(({ held }) => held !== 0n)) return refused("underWay")
  if (left.some(({ isRest }) => !isRest)) return refused("owns")
  const isShown = ({ assetTypeId, amount }: Left) =>
    givesUp.some((each) => each.assetTypeId === assetTypeId && each.amount === amount)
  if (!left.every(isShown)) return refused("rest")
  return Result.succeed(
    owned
      .filter(({ posted }) => posted !== 0n)
      .flatMap(({ account, assetTypeId, posted }) => [
        { account, amount: -posted },
        { account: platformAccount("renounced", assetTypeId), amount: posted },
      ]),
  )
}
