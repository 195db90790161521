import { createHash, type KeyObject, timingSafeEqual, verify } from "node:crypto"
import { Option, Schema } from "effect"
import type { Pinned } from "./PinnedOperators.ts"
import type { PaymentApproval, SigningRequest } from "./Signer.ts"

/** Operators who have to approve a payment beyond the signer's budget. */
export const APPROVERS_MIN = 2
/** A payment may wait and be replaced for this time after its plans have expired. */
export const APPROVAL_MS_MAX = 30 * 24 * 3_600_000
/** Plans expire within 24 hours; one that expires later was not made by the console. */
const EXPIRY_MS_MAX = 25 * 3_600_000

/** The part of a signed plan that the signer reads. The whole text is what operators signed. */
const Plan = Schema.Struct({
  name: Schema.Literal("withdrawals.approve"),
  parameters: Schema.Struct({ withdrawal: Schema.String }),
  steps: Schema.Tuple([
    Schema.Struct({
      key: Schema.Literal("step.approveWithdrawal"),
      values: Schema.Struct({
        id: Schema.String,
        network: Schema.String,
        script: Schema.String,
        units: Schema.String,
      }),
    }),
  ]),
  expiresAt: Schema.String,
})
const ClientData = Schema.Struct({
  type: Schema.Literal("webauthn.get"),
  challenge: Schema.String,
  origin: Schema.String,
})

const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(Plan))
const decodeClientData = Schema.decodeUnknownOption(Schema.fromJsonString(ClientData))

/** User present and verified (Web Authentication, section 6.1). */
const FLAGS = 0x05
const RP_ID_HASH_BYTES = 32
/** Relying party, flags and counter. */
const AUTHENTICATOR_BYTES_MIN = 37

/** A payment that enough operators approved, or why it is not one. */
export type Verified = { readonly withdrawalId: string } | { readonly problem: string }

/**
 * Verifies that two pinned operators signed plans to pay exactly this: the recipient's script, the amount and the network.
 * Nothing of it is taken from the caller: each plan is hashed here, and is the challenge that a passkey signed.
 */
export const verifyApprovals = (
  { network, outputs, approvals = [] }: Pick<SigningRequest, "network" | "outputs" | "approvals">,
  pinned: Pinned,
  nowMs: number,
): Verified => {
  const [output, ...more] = outputs
  if (output === undefined || more.length > 0) return { problem: "an approved payment has one recipient" }
  const problems: Array<string> = []
  const approvers = new Map<string, Set<string>>()
  for (const approval of approvals) {
    const plan = Option.getOrNull(decodePlan(approval.plan))
    const values = plan?.steps[0].values
    const isThisPayment =
      values?.network === `${network.name} ${network.stage}` &&
      values.script === output.script &&
      values.units === output.amount.toString()
    const withdrawalId = plan?.parameters.withdrawal ?? ""
    if (plan === null || !isThisPayment || values.id !== withdrawalId)
      problems.push(`${approval.operatorId} approved another payment`)
    else if (!isRecent(Date.parse(plan.expiresAt), nowMs))
      problems.push(`the approval of ${approval.operatorId} is too old`)
    else if (!isSigned(approval, pinned)) problems.push(`${approval.operatorId} is not pinned, or did not sign`)
    else approvers.set(withdrawalId, (approvers.get(withdrawalId) ?? new Set()).add(approval.operatorId))
  }
  const found = [...approvers].find(([, operators]) => operators.size >= APPROVERS_MIN)
  if (found !== undefined) return { withdrawalId: found[0] }
  const count = Math.max(0, ...[...approvers.values()].map(({ size }) => size))
  return { problem: [`${count} of ${APPROVERS_MIN} approvals`, ...problems].join("; ") }
}

const isRecent = (expiresMs: number, nowMs: number): boolean =>
  nowMs < expiresMs + APPROVAL_MS_MAX && expiresMs < nowMs + EXPIRY_MS_MAX

/** Whether a pinned passkey of the operator signed the hash of the plan at the console, with its user verified. */
const isSigned = ({ operatorId, plan, ...answer }: PaymentApproval, { consoleOrigin, keys }: Pinned): boolean => {
  const [clientData, authenticatorData, signature] = [
    Buffer.from(answer.clientData, "base64url"),
    Buffer.from(answer.authenticatorData, "base64url"),
    Buffer.from(answer.signature, "base64url"),
  ]
  const client = Option.getOrNull(decodeClientData(clientData.toString("utf8")))
  if (client?.origin !== consoleOrigin || client.challenge !== sha256(plan).toString("base64url")) return false
  if (authenticatorData.length < AUTHENTICATOR_BYTES_MIN) return false
  const rpId = sha256(new URL(consoleOrigin).hostname)
  if (!timingSafeEqual(authenticatorData.subarray(0, RP_ID_HASH_BYTES), rpId)) return false
  if (((authenticatorData[RP_ID_HASH_BYTES] ?? 0) & FLAGS) !== FLAGS) return false
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  return (keys.get(operatorId) ?? []).some((key) => isBy(key, signed, signature))
}

/** Ed25519 hashes by itself; the others sign SHA-256 (COSE -8, -7, -257). */
const isBy = (key: KeyObject, signed: Buffer, signature: Buffer): boolean => {
  try {
    return verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", signed, key, signature)
  } catch {
    return false
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest()
