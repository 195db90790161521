import { secp256k1 } from "@noble/curves/secp256k1.js"
import { OutScript, Script, type Transaction } from "@scure/btc-signer"
import { hash160, pubECDSA, signECDSA } from "@scure/btc-signer/utils.js"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { sighashOf } from "../payment/makePsbt.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"

/** The coin that an input spends. */
export interface SpentOutput {
  readonly script: Hex
  readonly amount: bigint
}

/**
 * Whether an input is signed by the key of its coin. SimChain supports only the script type of our addresses
 * (`network.ownScript`) and signatures over the whole transaction; coins can be sent to other scripts, but not spent
 * from them.
 */
export const isSigned = (network: Network, transaction: Transaction, index: number, spent: SpentOutput): boolean => {
  const pushed = pushedBy(network, transaction, index)
  if (pushed === null) return false
  const [signature, publicKey] = pushed
  if (publicKey.length !== 33 || ownScriptOf(network, publicKey) !== spent.script) return false
  if (signature.at(-1) !== sighashOf(network)) return false
  const digest = digestOf(network, transaction, index, publicKey, spent.amount)
  try {
    return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: "der", lowS: true })
  } catch {
    return false
  }
}

/** Signs one input with its key, as the signer does. @param amount of the coin that it spends */
export const signInput = (
  network: Network,
  transaction: Transaction,
  index: number,
  amount: bigint,
  privateKey: Uint8Array,
): void => {
  const publicKey = pubECDSA(privateKey)
  const digest = digestOf(network, transaction, index, publicKey, amount)
  const pushed = [new Uint8Array([...signECDSA(digest, privateKey), sighashOf(network)]), publicKey]
  transaction.updateInput(
    index,
    network.ownScript === "p2wpkh" ? { finalScriptWitness: pushed } : { finalScriptSig: Script.encode(pushed) },
    true,
  )
}

/** The digest of BIP143, which both script types use: in the witness, and on Bitcoin Cash in the input script. */
const digestOf = (
  network: Network,
  transaction: Transaction,
  index: number,
  publicKey: Uint8Array,
  amount: bigint,
): Uint8Array =>
  transaction.preimageWitnessV0(
    index,
    OutScript.encode({ type: "pkh", hash: hash160(publicKey) }),
    sighashOf(network),
    amount,
  )

/** Signature and key of an input, from its witness or its input script, with nothing else in it. */
const pushedBy = (
  { ownScript }: Network,
  transaction: Transaction,
  index: number,
): readonly [Uint8Array, Uint8Array] | null => {
  const { finalScriptSig = new Uint8Array(), finalScriptWitness = [] } = transaction.getInput(index)
  const isWitness = ownScript === "p2wpkh"
  if (isWitness ? finalScriptSig.length > 0 : finalScriptWitness.length > 0) return null
  const [signature, publicKey, ...more] = isWitness ? finalScriptWitness : pushesOf(finalScriptSig)
  return signature instanceof Uint8Array && publicKey instanceof Uint8Array && more.length === 0
    ? [signature, publicKey]
    : null
}

const pushesOf = (script: Uint8Array): ReadonlyArray<unknown> => {
  try {
    return Script.decode(script)
  } catch {
    return []
  }
}
