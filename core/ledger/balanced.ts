import { readAccount } from "./accounts.ts"
import type { LedgerEntry } from "./events.ts"

/** Accounts in one transfer: a split over a hundred creators and the accounts of the platform. */
export const ENTRIES_MAX = 120

/** One side of a transfer: the change of an account, in minor units of its asset. */
export type Entry = { readonly account: string; readonly amount: bigint }

/**
 * Normalises the entries of a transfer: one per account, without zeros, sorted.
 * @throws if an asset does not sum to zero, if nothing moves, or if there are too many accounts: a defect, not a refusal
 */
export const balanced = (entries: ReadonlyArray<Entry>): ReadonlyArray<LedgerEntry> => {
  const byAccount = new Map<string, bigint>()
  for (const { account, amount } of entries) byAccount.set(account, (byAccount.get(account) ?? 0n) + amount)
  const sums = new Map<number, bigint>()
  for (const [account, amount] of byAccount) {
    const { assetTypeId } = readAccount(account)
    sums.set(assetTypeId, (sums.get(assetTypeId) ?? 0n) + amount)
  }
  for (const [assetTypeId, sum] of sums) {
    if (sum !== 0n) throw new Error(`a movement of asset ${assetTypeId} sums to ${sum}`)
  }
  const remaining = [...byAccount].filter(([, amount]) => amount !== 0n)
  if (remaining.length === 0) throw new Error("a movement that moves nothing")
  if (remaining.length > ENTRIES_MAX)
    throw new Error(`a movement of ${remaining.length} accounts: ${ENTRIES_MAX} are allowed`)
  return remaining
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([account, amount]) => ({ account, amount: String(amount) }))
}
