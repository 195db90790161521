import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type LedgerEvent, LedgerEvents, OwnerFrozen, OwnerUnfrozen } from "./events.ts"

/** Whether a person's wallet is frozen. */
type OwnerState = { readonly isFrozen: boolean }

export const Owner: Aggregate<OwnerState, LedgerEvent> = {
  category: "walletOwner",
  events: LedgerEvents,
  initial: { isFrozen: false },
  evolve: (_, event) => ({ isFrozen: event._tag === "ledger.OwnerFrozen.v1" }),
}

type FreezeDetails = { readonly ownerId: string; readonly reason: string; readonly at: string }

/** Freezes a person's wallet; idempotent. */
export const freezeOwner =
  (facts: FreezeDetails): Decide<OwnerState, LedgerEvent, never> =>
  ({ isFrozen }) =>
    Result.succeed(isFrozen ? [] : [OwnerFrozen.make(facts)])

/** Unfreezes a person's wallet; idempotent. */
export const unfreezeOwner =
  (facts: FreezeDetails): Decide<OwnerState, LedgerEvent, never> =>
  ({ isFrozen }) =>
    Result.succeed(isFrozen ? [OwnerUnfrozen.make(facts)] : [])
