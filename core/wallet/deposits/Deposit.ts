import type { Aggregate } from "#core/kernel"
import { type DepositEvent, DepositEvents } from "./events.ts"

/** How one output to somebody's address stands in the books. */
export type DepositState = {
  readonly ownerId: string
  readonly amount: bigint
  readonly confirmationsNeeded: number
  /** The block that it is in; null while it is in none. */
  readonly blockHash: string | null
  readonly isCredited: boolean
  /**
   * What its owner had no longer when it was undone: it stands in suspense until the deposit counts again. Below zero where
   * its owner had left when it counted: then so much of it stands there.
   */
  readonly missing: bigint
  readonly isVanished: boolean
} | null

/** One output of a transaction, by asset, transaction and place: credited at most once, however often it is seen. */
export const Deposit: Aggregate<DepositState, DepositEvent> = {
  category: "deposit",
  events: DepositEvents,
  initial: null,
  evolve: (state, event) => {
    if (event._tag === "wallet.DepositSeen.v1") {
      const { ownerId, confirmationsNeeded } = event
      const fresh = { blockHash: null, isCredited: false, isVanished: false, missing: state?.missing ?? 0n }
      return { ownerId, confirmationsNeeded, amount: BigInt(event.amount), ...fresh }
    }
    if (state === null) return null
    switch (event._tag) {
      case "wallet.DepositMined.v1":
        return {
          ...state,
          blockHash: event.blockHash,
          confirmationsNeeded: event.confirmationsNeeded ?? state.confirmationsNeeded,
        }
      case "wallet.DepositUnmined.v1":
        return { ...state, blockHash: null }
      case "wallet.DepositCredited.v1":
        return { ...state, isCredited: true, missing: state.missing - BigInt(event.owed ?? 0) }
      case "wallet.DepositReversed.v1":
        return { ...state, isCredited: false, missing: state.missing + BigInt(event.missing) }
      case "wallet.DepositVanished.v1":
        return { ...state, blockHash: null, isVanished: true }
    }
  },
}
