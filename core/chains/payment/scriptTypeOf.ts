import { OutScript } from "@scure/btc-signer"
import { bytesOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"
import type { ScriptType } from "../networks.ts"

const TYPES: Readonly<Record<string, ScriptType>> = {
  pkh: "p2pkh",
  sh: "p2sh",
  wpkh: "p2wpkh",
  wsh: "p2wsh",
  tr: "p2tr",
}

/**
 * The type of an output script; null for unsupported ones, including unknown witness versions and taproot keys that are
 * not on the curve, to which nodes would send coins that no one can ever spend.
 */
export const scriptTypeOf = (script: Hex): ScriptType | null => {
  try {
    return TYPES[OutScript.decode(bytesOf(script)).type] ?? null
  } catch {
    return null
  }
}
