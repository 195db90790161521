import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import { asRefusals } from "./refusals.ts"

/** Retries if the owner spends concurrently. */
const TRIES_MAX = 20

/**
 * Debits an account by up to an amount, depending on its balance. Frozen accounts are not debited.
 * @param amountMax the amount to debit if the balance allows it @param attempt books the given amount
 * @param makeRoom releases holds; runs once, if the balance is too small
 */
export const debitUpTo = Effect.fnUntraced(function* <A, E, R>(
  sql: SqlClient,
  account: string,
  amountMax: bigint,
  attempt: (left: bigint) => Effect.Effect<A, E, R>,
  makeRoom: Effect.Effect<void, never, R> = Effect.void,
) {
  for (let left = amountMax, tries = 0; tries < TRIES_MAX; tries += 1) {
    const done = yield* asRefusals(Effect.map(attempt(left), (value) => ({ value }))).pipe(
      Effect.catchTag("NotEnough", () => Effect.succeed(null)),
      Effect.catchTag("Frozen", () => Effect.map(attempt(0n), (value) => ({ value }))),
      Effect.orDie,
    )
    if (done !== null) return done.value
    if (tries === 0) yield* makeRoom
    left = (yield* readSpendable(sql, [account])).get(account) ?? 0n
  }
  return yield* Effect.die(new Error(`nothing can be taken back from ${account}`))
})

/** What the owners of accounts can spend now, in minor units. Accounts without bookings are omitted. */
export const readSpendable = (sql: SqlClient, accounts: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const rows = await sql<Array<{ account: string; free: string }>>`
      select account, (posted - held)::text as free from wallet.account where account = any(${[...accounts]}::text[])`
    return new Map(rows.map(({ account, free }) => [account, BigInt(free)]))
  })
