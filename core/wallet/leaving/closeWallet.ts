import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** What somebody leaves on an account, in minor units. */
export type LeftBehind = { readonly account: string; readonly posted: string; readonly held: string }

/**
 * Closes a wallet though it may not be empty, for erasures that the law wants at once: nobody gives to it any more, and what
 * still comes over a chain goes to suspense. Answers what is left in it, for operators to settle.
 */
export const closeWallet = Effect.fn("closeWallet")(function* (personId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(() =>
    sql.begin(async (transaction): Promise<ReadonlyArray<LeftBehind>> => {
      await transaction`select wallet.lock_owner(${personId}, true)`
      await transaction`insert into wallet.closed_owner values (${personId}) on conflict do nothing`
      return transaction<Array<LeftBehind>>`
        select account, posted::text, held::text from wallet.account
        where split_part(account, ':', 3) = ${personId} and not hot and (posted <> 0 or held <> 0) order by account`
    }),
  )
})
