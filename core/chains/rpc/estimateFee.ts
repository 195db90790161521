import { Effect, Schema } from "effect"
import type { FeeEstimate } from "../Chain.ts"
import { Coins, unitsOf } from "./amounts.ts"
import { SmartFee } from "./answers.ts"
import type { Node } from "./Node.ts"

/** Both response formats of nodes: an amount, or an object that contains one. */
const Estimate = Schema.Union([Coins, SmartFee])

/** Estimates a fee rate within the limits of the network; returns its fallback if the node has too little data. */
export const estimateFee = Effect.fnUntraced(function* (node: Node, blocks: number) {
  const { min, fallback, max } = node.network.feeRate
  const { method, params } = node.dialect.estimate(blocks)
  const answer = yield* node.ask(Estimate, method, ...params)
  const said = typeof answer === "object" ? answer.feerate : answer
  const units = said === undefined ? null : unitsOf(said)
  if (units === null || units <= 0n) return { feeRate: fallback, isFallback: true } satisfies FeeEstimate
  return { feeRate: within(units, min, max), isFallback: false } satisfies FeeEstimate
})

const within = (units: bigint, min: bigint, max: bigint): bigint => {
  if (units < min) return min
  return units > max ? max : units
}
