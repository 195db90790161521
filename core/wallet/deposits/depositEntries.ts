import type { Entry } from "#core/ledger"
import { personAccount, platformAccount } from "#core/ledger"
import type { DepositEvent } from "./events.ts"

/** What the owner of a deposit gains when it counts, in minor units: not what they had before, and nothing once they left. */
export const gainOf = ({ amount, owed = "0" }: { readonly amount: string; readonly owed?: string }): bigint =>
  BigInt(amount) - BigInt(owed)

/**
 * What a fact about a deposit does to the books: what counts is owed to its owner, and no more once it is gone. What the
 * owner had spent by then stands in suspense, until the deposit counts again.
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
