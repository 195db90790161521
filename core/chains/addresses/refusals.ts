import { Data } from "effect"
import type { ChainName } from "../networks.ts"

/**
 * Reasons why an address cannot be paid.
 * - `malformed`: not an address of any known chain, usually a typing error.
 * - `otherChain`: an address of another coin (`chain`).
 * - `otherNetwork`: an address of this coin on another network (test, demo or main).
 * - `ambiguous`: another coin uses the same form (the legacy forms of Litecoin and Bitcoin Cash are Bitcoin's too).
 *   `instead` is the unambiguous form.
 * - `tokens`: a cashaddr that requests tokens (CHIP-2022-02-CashTokens), which we do not hold. `instead` has the same
 *   script.
 * - `confidential`: a MimbleWimble address of Litecoin, which has no output script.
 * - `unknownWitness`: a witness version or program without rules yet (BIP350): anyone could spend coins sent there.
 * - `noPoint`: a taproot address with a key that is not on the curve: no one can ever spend from it.
 * - `unpayable`: well formed, but of a script type that this chain or our payments do not support.
 * - `own`: one of our addresses; a payment to it is a transfer in the ledger, not on the chain.
 */
export const ADDRESS_REASONS = [
  "malformed",
  "otherChain",
  "otherNetwork",
  "ambiguous",
  "tokens",
  "confidential",
  "unknownWitness",
  "noPoint",
  "unpayable",
  "own",
] as const
export type AddressReason = (typeof ADDRESS_REASONS)[number]

/** The address cannot be paid, for the given reason. */
export class AddressRefused extends Data.TaggedError("AddressRefused")<{
  readonly reason: AddressReason
  /** A suggested address. Show it for confirmation; never use it silently. */
  readonly instead?: string
  /** The network of the address. */
  readonly chain?: ChainName
}> {
  get messageKey(): `withdrawCall.address.${AddressReason}` {
    return `withdrawCall.address.${this.reason}`
  }
}
