import type { Aggregate } from "#core/kernel"
import { type DepositEvent, DepositEvents } from "./events.ts"

/** State of one output paid to an address of a person. */
export type DepositState = {
  readonly ownerId: string
  readonly amount: bigint
  readonly confirmationsNeeded: number
  /** Block that contains the output; null if it is unconfirmed. */
  readonly blockHash: string | null
  readonly isCredited: boolean
  /**
   * Minor units of this output in suspense. Positive: the owner had spent them when the deposit was undone. Negative:
   * the owner had closed the wallet when it was credited.
   */
  readonly missing: bigint
  readonly isVanished: boolean
} | null

/** One transaction output, keyed by asset, transaction and output index. Credited at most once. */
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
