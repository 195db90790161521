import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import { asRefusals } from "./refusals.ts"

/** Times that it is decided again because the owner spends meanwhile. */
const TRIES_MAX = 20

/**
 * Takes back from somebody's account as much as is left there. What its owner spends meanwhile is not there to be taken;
 * frozen accounts keep what they have.
 * @param most the most that there is to take @param attempt books it, told how much is left
 * @param makeRoom frees what can be freed, the first time that there is too little
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
    left = yield* readSpendable(sql, account)
  }
  return yield* Effect.die(new Error(`nothing can be taken back from ${account}`))
})

const readSpendable = (sql: SqlClient, account: string) =>
  Effect.promise(async () => {
    const [row] = await sql<Array<{ free: string }>>`
      select (posted - held)::text as free from wallet.account where account = ${account}`
    return BigInt(row?.free ?? 0)
  })
