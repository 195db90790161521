import type { RuleState } from "../rule/Rule.ts"

/** What a creator counts in a cycle: weight x milliseconds, and the milliseconds alone. */
export type Counted = { readonly creatorId: string; readonly weight: bigint; readonly ms: bigint }

/**
 * Weights of a cycle with parts by reading time. The creators who have one share what they weigh together by part x
 * milliseconds, so that the others get what they would get anyway. All weights are multiplied by `factor`, which makes
 * them whole.
 */
export const readingWeights = (
  counted: ReadonlyArray<Counted>,
  parts: ReturnType<RuleState["reading"]["parts"]["get"]>,
): { readonly weights: ReadonlyArray<bigint>; readonly factor: bigint } => {
  const read = counted.map(({ creatorId, ms }) => BigInt(parts?.get(creatorId) ?? 0) * ms)
  const factor = read.reduce((sum, part) => sum + part, 0n)
  if (factor === 0n) return { weights: counted.map(({ weight }) => weight), factor: 1n }
  const together = counted.reduce((sum, { weight }, place) => ((read[place] ?? 0n) > 0n ? sum + weight : sum), 0n)
  const weights = counted.map(({ weight }, place) => {
    const part = read[place] ?? 0n
    return part > 0n ? together * part : weight * factor
  })
  return { weights, factor }
}
