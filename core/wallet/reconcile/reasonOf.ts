import { Effect } from "effect"
import { UnfitStep } from "./refusals.ts"

const REASON_LENGTH_MAX = 500

/** Reason of an operator, trimmed; null if it is empty or too long. */
export const reasonOf = (text: string): Effect.Effect<string, UnfitStep> => {
  const reason = text.trim()
  const isSaid = reason !== "" && reason.length <= REASON_LENGTH_MAX
  return isSaid ? Effect.succeed(reason) : Effect.fail(new UnfitStep({ problem: "reason" }))
}
