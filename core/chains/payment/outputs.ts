import { OutScript } from "@scure/btc-signer"
import { Result } from "effect"
import { bytesOf } from "../bytes.ts"
import type { Hex, Payment } from "../Chain.ts"
import { OUTPUTS_MAX } from "../limits.ts"
import type { Network, ScriptType } from "../networks.ts"
import { Dust, UnknownScript } from "../refusals.ts"

/** Refuses outputs that the network would not relay. No outputs, or too many, is a defect of the caller. */
export const checkOutputs = (
  network: Network,
  outputs: Payment["outputs"],
): Result.Result<void, Dust | UnknownScript> => {
  if (outputs.length === 0 || outputs.length > OUTPUTS_MAX)
    throw new RangeError(`a payment with ${outputs.length} outputs`)
  for (const { script, amount } of outputs) {
    const type = scriptTypeOf(script)
    const atLeast = type === null ? undefined : network.dust[type]
    if (atLeast === undefined) return Result.fail(new UnknownScript({ script }))
    if (amount < atLeast) return Result.fail(new Dust({ amount, atLeast }))
  }
  return Result.succeed(undefined)
}

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
