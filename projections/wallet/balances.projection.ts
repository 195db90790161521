import { type LedgerEvent, LedgerEvents, movesOf, readAccount } from "#core/wallet"
import { type Change, change, hears, makeProjection, put, remove } from "#projections/runner"
import { walletAccount, walletHold } from "./tables.ts"

/** What every account holds, and what is held of it: apart from statements, so that it is rebuilt within seconds. */
export const balances = makeProjection({
  name: "balances",
  version: 1,
  tables: [walletAccount, walletHold],
  hears: [
    hears(LedgerEvents, {
      "wallet.Transferred.v1": (event) => moved(event),
      "wallet.HoldPlaced.v1": (event) => {
        const { holdId, account, purpose, amount, reference, expiresAt, at } = event
        const { ownerId, assetTypeId } = readAccount(account)
        const row = { account, purpose, amount, reference, at, owner_id: ownerId, asset_type_id: assetTypeId }
        return [...moved(event), put(walletHold, { ...row, hold_id: holdId, expires_at: expiresAt })]
      },
      "wallet.HoldPosted.v1": (event) => [...moved(event), remove(walletHold, [event.holdId])],
      "wallet.HoldVoided.v1": (event) => [...moved(event), remove(walletHold, [event.holdId])],
      "wallet.HoldExpired.v1": (event) => [...moved(event), remove(walletHold, [event.holdId])],
    }),
  ],
})

const moved = (event: LedgerEvent): ReadonlyArray<Change> =>
  movesOf(event).map(({ account, amount, hold }) =>
    change(walletAccount, [account], (row) => {
      if (row === null) {
        const { kind, ownerId, assetTypeId } = readAccount(account)
        const entries = amount === 0n ? 0 : 1
        const about = { account, kind, asset_type_id: assetTypeId, owner_id: ownerId, entries }
        return { ...about, posted: String(amount), held: String(hold) }
      }
      return {
        ...row,
        posted: amount === 0n ? row.posted : String(BigInt(row.posted) + amount),
        held: hold === 0n ? row.held : String(BigInt(row.held) + hold),
        entries: row.entries + (amount === 0n ? 0 : 1),
      }
    }),
  )
