import { hexOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"

/** Output scripts of hashes of 20 bytes: to a key, to a script, and to a key in a witness (BIP16, BIP141). */
export const p2pkhScript = (hash: Uint8Array): Hex => `76a914${hexOf(hash)}88ac`
export const p2shScript = (hash: Uint8Array): Hex => `a914${hexOf(hash)}87`
export const p2wpkhScript = (hash: Uint8Array): Hex => `0014${hexOf(hash)}`
