import type { Entry } from "#core/ledger"
import { personAccount, platformAccount } from "#core/ledger"
import type { DepositEvent } from "./events.ts"

/**
 * Minor units that the owner gains when the deposit is credited: without the part that was paid before, and zero if the
 * wallet is closed.
 */
export const creditedOf = ({ amount, owed = "0" }: { readonly amount: string; readonly owed?: string }): bigint =>
  BigInt(amount) - BigInt(owed)

/**
 * Ledger entries of a deposit event. A reversal takes back what the owner still has; the rest stays in suspense until
 * the deposit is credited again.
 */
export const depositEntries = (fact: DepositEvent): ReadonlyArray<Entry> => {
  const { assetTypeId, ownerId } = fact
  const amount = BigInt(fact.amount)
  const owner = personAccount("available", assetTypeId, ownerId)
  const custody = platformAccount("custody", assetTypeId)
  const suspense = platformAccount("suspense", assetTypeId)
  switch (fact._tag) {
    case "wallet.DepositCredited.v1": {
      const owed = BigInt(fact.owed ?? 0)
      return [
        { account: owner, amount: amount - owed },
        { account: suspense, amount: owed },
        { account: custody, amount: -amount },
      ]
    }
    case "wallet.DepositReversed.v1": {
      const missing = BigInt(fact.missing)
      return [
        { account: owner, amount: missing - amount },
        { account: suspense, amount: -missing },
        { account: custody, amount },
      ]
    }
    default:
      return []
  }
}
