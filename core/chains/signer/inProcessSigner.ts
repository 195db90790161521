import { OutScript, Script, Transaction } from "@scure/btc-signer"
import { hash160, pubECDSA, signECDSA } from "@scure/btc-signer/utils.js"
import { Effect, Result } from "effect"
import { hexOf } from "../bytes.ts"
import { sighashOf } from "../payment/makePsbt.ts"
import { checkPayment } from "./checkPayment.ts"
import type { Keys } from "./Keys.ts"
import { NOBODY_PINNED, type Pinned } from "./PinnedOperators.ts"
import { SeedProblem } from "./Seed.ts"
import { type SignedTransaction, type Signer, SigningRefused, type SigningRequest } from "./Signer.ts"
import { SpendingLimits, type SpendingRequest } from "./SpendingLimits.ts"
import { type Verified, verifyApprovals } from "./verifyApprovals.ts"

/**
 * Signs a payment that was verified and is within the spending limits. All three chains use the digest of BIP143:
 * Bitcoin and Litecoin for witnesses, and Bitcoin Cash with its own signature hash type (SIGHASH_FORKID).
 */
function signPayment(
  keys: Keys,
  request: SigningRequest,
  { limits, pinned }: Guards,
): Result.Result<SignedTransaction, SigningRefused> {
  return Result.flatMap(checkPayment(keys, request), ({ transaction, inputs, fee, spending }) => {
    const exceeded = refusalOf(request, spending, { limits, pinned })
    if (exceeded !== null) return Result.fail(new SigningRefused({ reason: "limit", detail: exceeded }))
    const { network } = request
    const sighash = sighashOf(network)
    const isWitness = network.ownScript === "p2wpkh"
    for (const [index, { step, amount }] of inputs.entries()) {
      const pushed = keys.use(network, step, (privateKey) => {
        const publicKey = pubECDSA(privateKey)
        const code = OutScript.encode({ type: "pkh", hash: hash160(publicKey) })
        const digest = transaction.preimageWitnessV0(index, code, sighash, amount)
        return [new Uint8Array([...signECDSA(digest, privateKey), sighash]), publicKey]
      })
      const signed = isWitness ? { finalScriptWitness: pushed } : { finalScriptSig: Script.encode(pushed) }
      transaction.updateInput(index, signed, true)
    }
    const bytes = transaction.toBytes(true, isWitness)
    const { id } = Transaction.fromRaw(bytes, { allowUnknownOutputs: true })
    return Result.succeed({ txid: id, raw: hexOf(bytes), fee })
  })
}

type Guards = {
  readonly limits: SpendingLimits
  /** The operators whose approvals count, read for each payment, so that a change holds at once. */
  readonly pinned: () => Pinned
}

/** Why a payment may not leave, or null. One that two operators approved is not counted; any other is. */
const refusalOf = (request: SigningRequest, spending: SpendingRequest, { limits, pinned }: Guards): string | null => {
  if (request.approvals === undefined || request.approvals.length === 0) return limits.charge(spending)
  const approved = verifiedBy(request, limits.nowMs, pinned)
  if ("withdrawalId" in approved) return limits.noteApproved(approved.withdrawalId, spending)
  const exceeded = limits.charge(spending)
  return exceeded === null ? null : `${exceeded}; ${approved.problem}`
}

const verifiedBy = (request: SigningRequest, nowMs: number, pinned: Guards["pinned"]): Verified => {
  try {
    return verifyApprovals(request, pinned(), nowMs)
  } catch (error) {
    if (!(error instanceof SeedProblem)) throw error
    return { problem: error.message }
  }
}

/** A signer in this process: used by the signer's own process and by tests. */
export const inProcessSigner = (
  keys: Keys,
  limits: SpendingLimits = new SpendingLimits({}),
  pinned: () => Pinned = () => NOBODY_PINNED,
): Signer => ({
  account: (network) => {
    const account = keys.account(network)
    const detail = `no keys for ${network.name} ${network.stage}`
    return account ? Effect.succeed(account) : Effect.fail(new SigningRefused({ reason: "network", detail }))
  },
  sign: (request) => Effect.suspend(() => Effect.fromResult(signPayment(keys, request, { limits, pinned }))),
})
