import { bip32Path, Transaction } from "@scure/btc-signer"
import { bytesOf } from "../bytes.ts"
import type { Hex, KeyOrigin, Payment } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { type ChosenCoins, keyOf } from "./chooseCoins.ts"

/** The signature hash type of Bitcoin Cash: ALL with FORKID, the digest of BIP143 (replay-protected-sighash.md). */
export const SIGHASH_ALL_FORKID = 0x41
const SIGHASH_ALL = 0x01

/** Sequence numbers that signal replaceability (BIP125) or not; both keep the lock time active. */
export const SEQUENCE_REPLACEABLE = 0xfffffffd
const SEQUENCE_FINAL = 0xfffffffe

/** A coin with the data that the signer needs. */
export interface CoinSource {
  /** The whole transaction that created it, so that the signer can verify the amount. */
  readonly raw: Hex
  readonly key: KeyOrigin
}

/** The signature hash type that we use on a network. */
export const sighashOf = ({ name }: Network): number => (name === "BCH" ? SIGHASH_ALL_FORKID : SIGHASH_ALL)

/**
 * Builds the unsigned transaction of a payment (BIP174, version 0): the outputs in order, then the change; inputs and
 * change include their key origins. @param replaceable whether it signals replaceability
 */
export const makePsbt = (
  network: Network,
  payment: Pick<Payment, "outputs" | "changeScript">,
  { coins, change }: ChosenCoins,
  sources: ReadonlyMap<string, CoinSource>,
  { replaceable, changeKey }: { readonly replaceable: boolean; readonly changeKey: KeyOrigin },
): string => {
  const transaction = new Transaction({ version: 2, PSBTVersion: 0 })
  for (const { outpoint } of coins) {
    const source = sources.get(keyOf(outpoint))
    if (source === undefined) throw new Error(`no source of ${keyOf(outpoint)}`)
    transaction.addInput({
      txid: outpoint.txid,
      index: outpoint.vout,
      sequence: replaceable ? SEQUENCE_REPLACEABLE : SEQUENCE_FINAL,
      nonWitnessUtxo: bytesOf(source.raw),
      sighashType: sighashOf(network),
      bip32Derivation: [derivationOf(source.key)],
    })
  }
  for (const { script, amount } of payment.outputs) transaction.addOutput({ script: bytesOf(script), amount })
  if (change !== null) {
    transaction.addOutput({
      script: bytesOf(payment.changeScript),
      amount: change,
      bip32Derivation: [derivationOf(changeKey)],
    })
  }
  return Buffer.from(transaction.toPSBT(0)).toString("base64")
}

const derivationOf = ({
  fingerprint,
  path,
  publicKey,
}: KeyOrigin): [Uint8Array, { fingerprint: number; path: number[] }] => [
  bytesOf(publicKey),
  { fingerprint: Number.parseInt(fingerprint, 16), path: bip32Path(path) },
]
