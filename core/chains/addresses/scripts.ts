import { hexOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"

/** Output scripts for hashes of 20 bytes: P2PKH, P2SH and P2WPKH (BIP16, BIP141). */
export const p2pkhScript = (hash: Uint8Array): Hex => `76a914${hexOf(hash)}88ac`
export const p2shScript = (hash: Uint8Array): Hex => `a914${hexOf(hash)}87`
export const p2wpkhScript = (hash: Uint8Array): Hex => `0014${hexOf(hash)}`
