import { Data, type Effect } from "effect"
import type { KeyAccount } from "../addresses/KeyAccount.ts"
import type { Hex, Payment } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** A payment to sign, with what it claims to do. The signer verifies every claim before it signs. */
export interface SigningRequest {
  readonly network: Network
  /** Base64 (BIP174, version 0), as `Chain.build` returns it. */
  readonly psbt: string
  /** Recipients and amounts in the order of the outputs; only our change may follow. */
  readonly outputs: Payment["outputs"]
  /** Maximum total fee in minor units. */
  readonly feeMax: bigint
  /** Approvals of operators, for a payment beyond the signer's own limit. */
  readonly approvals?: ReadonlyArray<PaymentApproval>
}

/** An operator's approval: the plan as canonical JSON, and the answer of a passkey to its hash (base64url). */
export interface PaymentApproval {
  readonly operatorId: string
  readonly plan: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
}

export interface SignedTransaction {
  readonly txid: Hex
  readonly raw: Hex
  /** In minor units: sum of inputs minus sum of outputs. */
  readonly fee: bigint
}

/**
 * Why the signer does not sign.
 * - `malformed`: not a PSBT, too large, or not one that we can sign.
 * - `input`: a coin outside our account, or one without its previous transaction.
 * - `outputs`: recipients or amounts differ from the request.
 * - `change`: the remainder does not return to us.
 * - `fee`: it exceeds the request's or the network's maximum.
 * - `network`: the signer has no keys for this network.
 * - `limit`: more would leave within 24 hours than WALLET_SIGNER_LIMITS allows, and no two operators approved it.
 */
export const SIGNING_REASONS = ["malformed", "input", "outputs", "change", "fee", "network", "limit"] as const
export type SigningReason = (typeof SIGNING_REASONS)[number]

/**
 * The signer checked the request and refuses to sign it. The caller has a bug or was taken over: an operator must
 * investigate.
 */
export class SigningRefused extends Data.TaggedError("SigningRefused")<{
  readonly reason: SigningReason
  /** For operators; holds no secrets. */
  readonly detail: string
}> {}

/** The signer does not respond, and returned no signature. Retry later. */
export class SignerUnavailable extends Data.TaggedError("SignerUnavailable")<{ readonly detail: string }> {}

/** The holder of the private keys. Repeated requests are signed again with the same result (RFC6979). */
export interface Signer {
  /**
   * The account of a network for deriving addresses. Its public key may be shared with every process that derives them.
   */
  account(network: Network): Effect.Effect<KeyAccount, SigningRefused | SignerUnavailable>

  /** Verifies a payment completely, then signs every input. */
  sign(request: SigningRequest): Effect.Effect<SignedTransaction, SigningRefused | SignerUnavailable>
}
