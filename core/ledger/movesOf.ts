import type { LedgerEvent } from "./events.ts"

/** What one event does to one account: how its balance changes, and how much of it is held. */
export type AccountMove = { readonly account: string; readonly amount: bigint; readonly hold: bigint }

/** The part of an event that changes the books: only the entries of a transfer. */
export type MoneyEvent =
  | Exclude<LedgerEvent, Transferred>
  | { readonly _tag: Transferred["_tag"]; readonly entries: Transferred["entries"] }
type Transferred = Extract<LedgerEvent, { readonly _tag: "ledger.Transferred.v1" }>

/**
 * The changes of the books by an event. The books, the projections and the auditor all use this function, so that a rebuild
 * from the log can be compared with the stored books.
 */
export const movesOf = (event: MoneyEvent): ReadonlyArray<AccountMove> => {
  switch (event._tag) {
    case "ledger.Transferred.v1":
      return event.entries.map(({ account, amount }) => ({ account, amount: BigInt(amount), hold: 0n }))
    case "ledger.HoldPlaced.v1":
      return [{ account: event.account, amount: 0n, hold: BigInt(event.amount) }]
    case "ledger.HoldPosted.v1":
      return event.entries.map(({ account, amount }) => ({
        account,
        amount: BigInt(amount),
        hold: account === event.account ? -BigInt(event.held) : 0n,
      }))
    case "ledger.HoldVoided.v1":
    case "ledger.HoldExpired.v1":
      return [{ account: event.account, amount: 0n, hold: -BigInt(event.held) }]
    case "ledger.OwnerFrozen.v1":
    case "ledger.OwnerUnfrozen.v1":
      return []
  }
}
