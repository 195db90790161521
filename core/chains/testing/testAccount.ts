import { createHash } from "node:crypto"
import { HDKey } from "@scure/bip32"
import { Transaction } from "@scure/btc-signer"
import { bytesOf, hexOf } from "../bytes.ts"
import type { Hex, ScanRange, Watch } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { READ_ANYTHING } from "../sim/readTransaction.ts"
import { signInput } from "../sim/signatures.ts"

/** An account with its private keys, for tests. */
export interface TestAccount {
  readonly xpub: string
  watchOf(branch: 0 | 1, index: number, birthHeight?: number): Watch
  rangesOf(count: number): ReadonlyArray<ScanRange>
  /** Signs a payment with the keys that it names. */
  sign(psbt: string): Hex
}

export const makeTestAccount = (network: Network, seed: string): TestAccount => {
  const master = HDKey.fromMasterSeed(new Uint8Array(createHash("sha512").update(seed).digest()), network.bip32)
  const accountPath = `m/${network.purpose}'/${network.coinType}'/0'`
  const account = master.derive(accountPath)
  const fingerprint = master.fingerprint.toString(16).padStart(8, "0")

  return {
    xpub: account.publicExtendedKey,
    watchOf: (branch, index, birthHeight) => {
      const publicKey = keyBytes(account.deriveChild(branch).deriveChild(index).publicKey)
      return {
        script: ownScriptOf(network, publicKey),
        key: { fingerprint, path: `${accountPath}/${branch}/${index}`, publicKey: hexOf(publicKey) },
        birthHeight: birthHeight ?? null,
      }
    },
    rangesOf: (count) => ([0, 1] as const).map((branch) => ({ xpub: account.publicExtendedKey, branch, count })),
    sign: (psbt) => {
      const payment = Transaction.fromPSBT(new Uint8Array(Buffer.from(psbt, "base64")), READ_ANYTHING)
      for (let index = 0; index < payment.inputsLength; index++) {
        const { bip32Derivation, nonWitnessUtxo, index: vout = -1 } = payment.getInput(index)
        const [publicKey, origin] = bip32Derivation?.[0] ?? []
        const spent = nonWitnessUtxo?.outputs[vout]
        if (publicKey === undefined || origin === undefined || spent === undefined) throw new Error("an unclear input")
        const key = origin.path.reduce((parent, step) => parent.deriveChild(step), master)
        if (hexOf(keyBytes(key.publicKey)) !== hexOf(publicKey)) throw new Error("a key of another account")
        signInput(network, payment, index, spent.amount, keyBytes(key.privateKey))
      }
      return hexOf(payment.toBytes(true, network.ownScript === "p2wpkh"))
    },
  }
}

const keyBytes = (key: Uint8Array | null): Uint8Array => {
  if (key === null) throw new Error("no key")
  return key
}

/** A script of another user, of the network's own address type. */
export const strangerScript = (network: Network, name: string): Hex => {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 40)
  return network.ownScript === "p2wpkh" ? `0014${hash}` : `76a914${hash}88ac`
}

/** A witness script of version 16, which has no spending rules. */
export const UNKNOWN_WITNESS: Hex = `6002${hexOf(bytesOf("751e"))}`
