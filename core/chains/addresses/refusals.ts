import { Data } from "effect"
import type { ChainName } from "../networks.ts"

/**
 * Why nobody pays to an address.
 * - `malformed`: no address of any chain known here; a typing error, most often.
 * - `otherChain`: an address of another coin (`chain`).
 * - `otherNetwork`: an address of this coin on another network: of tests, of the demo, or the real one.
 * - `ambiguous`: it could be meant for another coin, whose addresses look the same (Litecoin's and Bitcoin Cash's old forms are
 *   Bitcoin's too). `instead` is the form that cannot be mistaken.
 * - `tokens`: a cashaddr that asks for tokens (CHIP-2022-02-CashTokens), and we hold none. `instead` leads to the same script.
 * - `confidential`: a MimbleWimble address of Litecoin, which no script stands for.
 * - `unknownWitness`: a witness version or program that no rule guards yet (BIP350): anybody could take what is sent there.
 * - `noPoint`: a taproot address whose key lies on no curve: nobody can ever spend from it.
 * - `unpayable`: well formed, but of a kind of script that this chain does not have or payments here do not go to.
 * - `own`: one of ours; a payment to it is a transfer in the books, not on the chain.
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

/** Nobody pays to this address, for a reason that can be told. */
export class AddressRefused extends Data.TaggedError("AddressRefused")<{
  readonly reason: AddressReason
  /** What may have been meant, to be shown and agreed to, never to be taken silently. */
  readonly instead?: string
  /** Whose address it is. */
  readonly chain?: ChainName
}> {
  get messageKey(): `withdrawCall.address.${AddressReason}` {
    return `withdrawCall.address.${this.reason}`
  }
}
