import type { Movement } from "#core/chains"
import type { DepositState } from "./Deposit.ts"
import {
  DepositCredited,
  type DepositEvent,
  DepositMined,
  DepositReversed,
  DepositSeen,
  DepositUnmined,
  DepositVanished,
} from "./events.ts"

/** An output to a deposit address, as the chain shows it now. */
export type DepositSighting = {
  readonly movement: Movement
  readonly depositId: string
  readonly ownerId: string
  readonly assetTypeId: number
  /** Confirmations required; used if the output or its block is new. */
  readonly confirmationsNeeded: number
  readonly at: string
  /** Minor units that the owner can still pay back. */
  readonly left: bigint
  /** The owner has closed the wallet. */
  readonly isOwnerGone: boolean
}

/** Compares the chain with the booked state. Pure and idempotent: a scan may come late, twice or out of order. */
export const decideDeposit =
  (sight: DepositSighting) =>
  (state: DepositState): ReadonlyArray<DepositEvent> => {
    const { movement, depositId, ownerId, assetTypeId, at } = sight
    const { status, outpoint, script } = movement
    const about = { depositId, ownerId, assetTypeId, amount: String(movement.amount), at }
    // A coinbase output cannot be spent for 100 blocks, and no one pays people that way.
    if (movement.isImmature) return []
    const isThere = status._tag === "Mempool" || status._tag === "Confirmed"
    const isKnown = state !== null && !state.isVanished
    if (!isKnown && !isThere) return []

    const seen = isKnown
      ? []
      : [DepositSeen.make({ ...about, ...outpoint, script, confirmationsNeeded: sight.confirmationsNeeded })]
    const before = isKnown ? state : { blockHash: null, isCredited: false }
    if (status._tag === "Confirmed") {
      const { height, hash: blockHash } = status.block
      const block = { ...about, height, blockHash }
      const isNew = before.blockHash !== blockHash
      const { confirmationsNeeded } = isNew ? sight : (state ?? sight)
      const mined = isNew ? [DepositMined.make({ ...block, confirmationsNeeded })] : []
      const isEnough = status.confirmations >= confirmationsNeeded
      const missing = state?.missing ?? 0n
      const owed = sight.isOwnerGone ? movement.amount : missing
      const credited = DepositCredited.make({ ...block, ...(owed > 0n && { owed: String(owed) }) })
      return [...seen, ...mined, ...(isEnough && !before.isCredited ? [credited] : [])]
    }
    // The part in suspense was never credited to the owner, so it cannot be taken back.
    const stands = state !== null && state.missing < 0n ? -state.missing : 0n
    const reversed = movement.amount > sight.left ? movement.amount - sight.left : 0n
    const missing = reversed > stands ? reversed : stands
    const undone = [
      ...(before.isCredited ? [DepositReversed.make({ ...about, missing: String(missing) })] : []),
      ...(before.blockHash === null ? [] : [DepositUnmined.make(about)]),
    ]
    // A conflict in the mempool may still lose; a conflict in a block has won.
    if (status._tag === "Conflicted" && status.confirmations > 0)
      return [...undone, DepositVanished.make({ ...about, conflictTxid: status.by })]
    return [...seen, ...undone]
  }
