import { Data, type Effect } from "effect"
import type { KeyAccount } from "../addresses/KeyAccount.ts"
import type { Hex, Payment } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** What is to be signed, and what the signer is told that it is. It looks for itself before it signs. */
export interface SigningRequest {
  readonly network: Network
  /** Base64 (BIP174, version 0), as `Chain.build` answers it. */
  readonly psbt: string
  /** Who is paid what, in the order of the transaction; our change alone may come after. */
  readonly outputs: Payment["outputs"]
  /** In minor units, for all of it. */
  readonly feeMax: bigint
}

export interface SignedTransaction {
  readonly txid: Hex
  readonly raw: Hex
  /** In minor units: what goes in less what comes out. */
  readonly fee: bigint
}

/**
 * Why the signer does not sign.
 * - `malformed`: no PSBT, or one that is too large or not to be signed by us as it is.
 * - `input`: a coin that is not of our account, or whose making is not shown.
 * - `outputs`: others are paid, or paid otherwise, than was said.
 * - `change`: what is over does not come back to us.
 * - `fee`: it is more than was said, or more than the network ever needs.
 * - `network`: its keys are not for this network.
 * - `limit`: more would leave within 24 hours than WALLET_SIGNER_LIMITS allows.
 */
export const SIGNING_REASONS = ["malformed", "input", "outputs", "change", "fee", "network", "limit"] as const
export type SigningReason = (typeof SIGNING_REASONS)[number]

/** The signer looked and does not sign. Anyone who asked is mistaken or not who it should be: an operator has to look. */
export class SigningRefused extends Data.TaggedError("SigningRefused")<{
  readonly reason: SigningReason
  /** For operators; holds no secrets. */
  readonly detail: string
}> {}

/** The signer does not answer. Nothing was signed that anybody has; ask again later. */
export class SignerUnavailable extends Data.TaggedError("SignerUnavailable")<{ readonly detail: string }> {}

/** Anyone who holds the private keys. The same request may come again: it is signed again, and alike (RFC6979). */
export interface Signer {
  /** The account of a network from which addresses are given; it may be known to everybody who gives some. */
  account(network: Network): Effect.Effect<KeyAccount, SigningRefused | SignerUnavailable>

  /** Signs every input of a payment after looking at all of it. */
  sign(request: SigningRequest): Effect.Effect<SignedTransaction, SigningRefused | SignerUnavailable>
}
