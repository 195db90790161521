import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** A remaining amount, in minor units. */
export type UnsettledAccount = { readonly account: string; readonly posted: string; readonly held: string }

/**
 * Closes a wallet that may not be empty, for erasures that the law requires at once. Donations to it are refused, and later
 * deposits go to suspense. Returns the remaining amounts, which operators settle.
 */
export const closeWallet = Effect.fn("closeWallet")(function* (personId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(() =>
    sql.begin(async (transaction): Promise<ReadonlyArray<UnsettledAccount>> => {
      await transaction`select wallet.lock_owner(${personId}, true)`
      await transaction`insert into wallet.closed_owner values (${personId}) on conflict do nothing`
      return transaction<Array<UnsettledAccount>>`
        select account, posted::text, held::text from wallet.account
        where split_part(account, ':', 3) = ${personId} and not hot and (posted <> 0 or held <> 0) order by account`
    }),
  )
})
