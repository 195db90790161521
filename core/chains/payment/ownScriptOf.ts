import { OutScript } from "@scure/btc-signer"
import { hash160 } from "@scure/btc-signer/utils.js"
import { hexOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** The output script for one of our keys on this chain. @param publicKey compressed, 33 bytes */
export const ownScriptOf = ({ ownScript }: Pick<Network, "ownScript">, publicKey: Uint8Array): Hex =>
  hexOf(OutScript.encode({ type: ownScript === "p2wpkh" ? "wpkh" : "pkh", hash: hash160(publicKey) }))
