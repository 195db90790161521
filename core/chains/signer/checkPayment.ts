import { Transaction } from "@scure/btc-signer"
import { Result } from "effect"
import { hexOf } from "../bytes.ts"
import { INPUTS_MAX, OUTPUTS_MAX } from "../limits.ts"
import type { Network } from "../networks.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { sighashOf } from "../payment/makePsbt.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { feeFor, vbytesOf } from "../payment/vbytes.ts"
import type { KeyStep, Keys } from "./Keys.ts"
import { type SigningReason, SigningRefused, type SigningRequest } from "./Signer.ts"
import type { SpendingRequest } from "./SpendingLimits.ts"

/**
 * Maximum base64 characters of a PSBT: INPUTS_MAX previous transactions of at most 100,000 bytes, and usually of 300.
 */
export const PSBT_LENGTH_MAX = 72_000_000

/** A verified payment. */
export interface CheckedPayment {
  readonly transaction: Transaction
  /** The key path and the amount of each input. */
  readonly inputs: ReadonlyArray<{ readonly step: KeyStep; readonly amount: bigint }>
  readonly fee: bigint
  /** What leaves the wallet: the payments and the fee. */
  readonly spending: SpendingRequest
}

/**
 * Verifies everything that a signature would authorise: every coin is ours and comes with its previous transaction,
 * others get exactly the requested amounts, the remainder goes to our own change, and the fee is within every limit.
 */
export function checkPayment(keys: Keys, request: SigningRequest): Result.Result<CheckedPayment, SigningRefused> {
  const { network, psbt, outputs, feeMax } = request
  if (keys.account(network) === undefined) return refused("network", `no keys for ${network.name} ${network.stage}`)
  const transaction = parse(psbt)
  if (transaction === undefined) return refused("malformed", "no PSBT that can be read")
  const { inputsLength, outputsLength } = transaction
  if (inputsLength === 0 || inputsLength > INPUTS_MAX || outputsLength > OUTPUTS_MAX + 1) {
    return refused("malformed", `${inputsLength} inputs and ${outputsLength} outputs`)
  }

  const inputs: Array<CheckedPayment["inputs"][number]> = []
  for (let index = 0; index < inputsLength; index++) {
    const own = ownInput(keys, network, transaction, index)
    if (own === undefined) return refused("input", `input ${index} is none of ours, or not shown whole`)
    inputs.push(own)
  }

  if (outputs.length === 0 || outputsLength < outputs.length || outputsLength > outputs.length + 1) {
    return refused("outputs", `${outputsLength} outputs where ${outputs.length} are paid`)
  }
  for (const [index, { script, amount }] of outputs.entries()) {
    const given = transaction.getOutput(index)
    if (given.amount !== amount || hexOf(given.script ?? new Uint8Array()) !== script) {
      return refused("outputs", `output ${index} is not what was said`)
    }
  }
  if (outputsLength > outputs.length && !isOwnChange(keys, network, transaction, outputs.length)) {
    return refused("change", "the change is none of ours")
  }

  const fee = sumOf(inputs) - sumOf(outputsOf(transaction))
  const scripts = outputsOf(transaction).map(({ script }) => script)
  const most = feeFor(vbytesOf(network, inputsLength, scripts), network.feeRate.max)
  if (fee < 0n || fee > feeMax || fee > most) return refused("fee", `a fee of ${fee}, at most ${feeMax} and ${most}`)
  const amount = sumOf(outputs) + fee
  return Result.succeed({ transaction, inputs, fee, spending: { network, amount, inputs: outpointsOf(transaction) } })
}

const refused = (reason: SigningReason, detail: string) => Result.fail(new SigningRefused({ reason, detail }))

function parse(psbt: string): Transaction | undefined {
  if (psbt.length > PSBT_LENGTH_MAX) return undefined
  try {
    return Transaction.fromPSBT(new Uint8Array(Buffer.from(psbt, "base64")), { allowUnknownOutputs: true })
  } catch {
    return undefined
  }
}

/**
 * An input that spends one of our coins with our signature hash type, with its whole previous transaction: only the
 * amount in there counts. The PSBT parser has already refused a previous transaction that does not match the outpoint.
 */
function ownInput(
  keys: Keys,
  network: Network,
  transaction: Transaction,
  index: number,
): CheckedPayment["inputs"][number] | undefined {
  const input = transaction.getInput(index)
  const { nonWitnessUtxo, txid, index: vout, sighashType, bip32Derivation, finalScriptSig, finalScriptWitness } = input
  if (nonWitnessUtxo === undefined || txid === undefined || vout === undefined) return undefined
  if (sighashType !== sighashOf(network) || finalScriptSig || finalScriptWitness || input.partialSig) return undefined
  const step = ownStep(keys, network, bip32Derivation)
  const spent = nonWitnessUtxo.outputs[vout]
  if (step === undefined || spent === undefined) return undefined
  if (hexOf(spent.script) !== ownScriptOf(network, keys.publicKey(network, step))) return undefined
  return { step, amount: spent.amount }
}

/** Our own script on the change branch, according to its origin. */
function isOwnChange(keys: Keys, network: Network, transaction: Transaction, index: number): boolean {
  const { script, bip32Derivation } = transaction.getOutput(index)
  const step = ownStep(keys, network, bip32Derivation)
  if (step === undefined || step.branch !== 1 || script === undefined) return false
  return hexOf(script) === ownScriptOf(network, keys.publicKey(network, step))
}

type Derivations = ReturnType<Transaction["getInput"]>["bip32Derivation"]

const HARDENED = 2 ** 31

/** The path in a key origin, if it is the only one, belongs to our account, and derives the given key. */
function ownStep(keys: Keys, network: Network, derivations: Derivations): KeyStep | undefined {
  const [derivation, ...more] = derivations ?? []
  if (derivation === undefined || more.length > 0) return undefined
  const [publicKey, { fingerprint, path }] = derivation
  const steps = path.map((step) => (step >= HARDENED ? `${step - HARDENED}'` : `${step}`))
  const origin = { fingerprint: fingerprint.toString(16).padStart(8, "0"), path: ["m", ...steps].join("/") }
  const step = keys.stepOf(network, origin)
  if (step === undefined) return undefined
  return hexOf(publicKey) === hexOf(keys.publicKey(network, step)) ? step : undefined
}

const outputsOf = (transaction: Transaction) =>
  Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    return { script: hexOf(script), amount }
  })

const outpointsOf = (transaction: Transaction): ReadonlyArray<string> =>
  Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { txid = new Uint8Array(), index: vout = 0 } = transaction.getInput(index)
    return keyOf({ txid: hexOf(txid), vout })
  })

const sumOf = (parts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)
