import { Effect, Schema } from "effect"

const REASON_LENGTH_MAX = 500

/** Reason of an operator, trimmed; null if it is empty or too long. */
export const reasonOf = (text: string): Effect.Effect<string, UnfitStep> => {
  const reason = text.trim()
  const isSaid = reason !== "" && reason.length <= REASON_LENGTH_MAX
  return isSaid ? Effect.succeed(reason) : Effect.fail(new UnfitStep({ problem: "reason" }))
}

/**
 * - `amount`: not positive, or more than is in suspense;
 * - `reason`: missing or too long;
 * - `left`: the person has closed the wallet.
 */
const PROBLEMS = ["amount", "reason", "left"] as const
export type SettlementProblem = (typeof PROBLEMS)[number]

/** An operator's correction that cannot be made. */
export class UnfitStep extends Schema.TaggedError<UnfitStep>()("UnfitStep", {
  problem: Schema.Literals(PROBLEMS),
}) {}
