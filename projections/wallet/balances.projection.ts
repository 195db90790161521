import { LedgerEvents, type MoneyEvent, movesOf, readAccount } from "#core/ledger"
import { adding, type Change, makeProjection, on, only, put, remove } from "#projections/runner"
import { walletAccount, walletHold } from "./tables.ts"

/** Balances and open holds. Separate from statements, so that they can be rebuilt within seconds. */
export const balances = makeProjection({
  name: "balances",
  version: 1,
  tables: [walletAccount, walletHold],
  handlers: [
    on(LedgerEvents, {
      "ledger.Transferred.v1": only("entries", (event: MoneyEvent) => addMoves(event)),
      "ledger.HoldPlaced.v1": (event) => {
        const { holdId, account, purpose, amount, reference, expiresAt, at } = event
        const { ownerId, assetTypeId } = readAccount(account)
        const row = { account, purpose, amount, reference, at, owner_id: ownerId, asset_type_id: assetTypeId }
        return [...addMoves(event), put(walletHold, { ...row, hold_id: holdId, expires_at: expiresAt })]
      },
      "ledger.HoldPosted.v1": (event) => [...addMoves(event), remove(walletHold, [event.holdId])],
      "ledger.HoldVoided.v1": (event) => [...addMoves(event), remove(walletHold, [event.holdId])],
      "ledger.HoldExpired.v1": (event) => [...addMoves(event), remove(walletHold, [event.holdId])],
    }),
  ],
})

const addMoves = (event: MoneyEvent): ReadonlyArray<Change> =>
  movesOf(event).map(({ account, amount, hold }) => addToAccount([account], [amount, hold, amount === 0n ? 0n : 1n]))

const addToAccount = adding(walletAccount, ["posted", "held", "entries"], ([key]) => {
  const account = String(key)
  const { kind, ownerId, assetTypeId } = readAccount(account)
  return { account, kind, asset_type_id: assetTypeId, owner_id: ownerId, posted: "0", held: "0", entries: 0 }
})
