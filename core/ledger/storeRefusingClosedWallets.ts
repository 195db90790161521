import { Effect } from "effect"
import { type Append, EventStore, LedgerRejected, type SqlClient, type SqlPart } from "#core/kernel"
import { readAccount } from "./accounts.ts"
import { bookingStore, ledgerEventsIn } from "./bookingStore.ts"
import type { LedgerEvent } from "./events.ts"

/** Purposes that credit new money. Refunds are always allowed, even to a closed account. */
const CREDIT_PURPOSES = new Set<string>(["deposit", "correction"])

/**
 * A booking store that credits no closed wallets, also if the wallet is closed concurrently. Dies with `LedgerRejected`,
 * which `catchClosed` catches.
 */
export const storeRefusingClosedWallets = (store: (typeof EventStore)["Service"]): (typeof EventStore)["Service"] => {
  const booking = bookingStore(store)
  return EventStore.of({
    ...booking,
    appendTogether: () => Effect.die(new Error("credits are guarded one by one")),
    append: (append) => {
      const receivers = new Set(ledgerEventsIn(append).flatMap(({ event }) => receiversOf(event)))
      if (receivers.size === 0) return booking.append(append)
      return booking.append({
        ...append,
        ledgerCall: (sql, answer) =>
          [...receivers]
            .sort()
            .reduce((given, owner) => guardCredit(sql, given, owner), append.ledgerCall?.(sql, answer) ?? answer),
      })
    },
  })
}

/** Rejects a credit to a closed wallet. Runs after the booking, which has locked the accounts. */
export const creditGuard =
  (toId: string): NonNullable<Append["ledgerCall"]> =>
  (sql, answer) =>
    guardCredit(sql, answer, toId)

/** Runs `instead` if the wallet of a recipient was closed. */
export const catchClosed = <A, E, R, B, E2, R2>(effect: Effect.Effect<A, E, R>, instead: Effect.Effect<B, E2, R2>) =>
  Effect.catchDefect(effect, (defect): Effect.Effect<B, E2, R2> => {
    const isClosed =
      defect instanceof LedgerRejected && (defect.detail as { readonly reason: string }).reason === "closed"
    return isClosed ? instead : Effect.die(defect)
  })

/** Those of the given people whose wallets are closed. */
export const findClosedOwners = async (sql: SqlClient, ids: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
  const rows = await sql<Array<{ owner: string }>>`
    select owner from wallet.closed_owner where owner = any(${ids}::text[])`
  return new Set(rows.map(({ owner }) => owner))
}

const guardCredit = (sql: SqlClient, answer: SqlPart, owner: string): SqlPart =>
  sql`wallet.guard_credit(${answer}, ${owner})`

const receiversOf = (event: LedgerEvent): ReadonlyArray<string> => {
  if (event._tag !== "ledger.Transferred.v1" && event._tag !== "ledger.HoldPosted.v1") return []
  if (event._tag === "ledger.Transferred.v1" && !CREDIT_PURPOSES.has(event.purpose)) return []
  const payer = event._tag === "ledger.HoldPosted.v1" ? readAccount(event.account).ownerId : ""
  return event.entries
    .filter(({ amount }) => BigInt(amount) > 0n)
    .map(({ account }) => readAccount(account).ownerId)
    .filter((owner) => owner !== "" && owner !== payer)
}
