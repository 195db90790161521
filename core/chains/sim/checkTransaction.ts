import { Result } from "effect"
import type { Network } from "../networks.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { scriptTypeOf } from "../payment/scriptTypeOf.ts"
import { BroadcastRefused } from "../refusals.ts"
import { TRANSACTION_VBYTES_MAX } from "./limits.ts"
import type { SimTransaction } from "./readTransaction.ts"
import { isSigned, type SpentOutput } from "./signatures.ts"

/**
 * Validates a transaction on its own: size, each coin spent once, payable outputs above the dust limit, no more output
 * than input, and a valid signature for every input. Returns its fee.
 */
export const checkTransaction = (
  network: Network,
  { parsed, inputs, outputs, vbytes }: SimTransaction,
  spent: ReadonlyArray<SpentOutput>,
): Result.Result<bigint, BroadcastRefused> => {
  if (vbytes > TRANSACTION_VBYTES_MAX) return invalid(`${vbytes} virtual bytes`)
  if (new Set(inputs.map(keyOf)).size !== inputs.length) return invalid("a coin is spent twice")
  for (const { script, amount } of outputs) {
    const type = scriptTypeOf(script)
    const least = type === null ? undefined : network.dust[type]
    if (least === undefined) return invalid(`nobody is paid by ${script}`)
    if (amount < least) return invalid(`dust: ${amount}`)
  }
  const fee = sumOf(spent) - sumOf(outputs)
  if (fee < 0n) return invalid("more goes out than comes in")
  const unsigned = spent.findIndex((coin, index) => !isSigned(network, parsed, index, coin))
  return unsigned === -1 ? Result.succeed(fee) : invalid(`input ${unsigned} is not signed by its key`)
}

const invalid = (detail: string) => Result.fail(new BroadcastRefused({ reason: "invalid", detail }))

const sumOf = (parts: ReadonlyArray<SpentOutput>): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n)
