import { Result } from "effect"
import type { Payment } from "../Chain.ts"
import { OUTPUTS_MAX } from "../limits.ts"
import type { Network } from "../networks.ts"
import { Dust, UnknownScript } from "../refusals.ts"
import { scriptTypeOf } from "./scriptTypeOf.ts"

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
