import { Effect } from "effect"
import { UnfitStep } from "./refusals.ts"

const REASON_LENGTH_MAX = 500

/** Why operators do something, in their words; it is refused without them. */
export const reasonOf = (text: string): Effect.Effect<string, UnfitStep> => {
  const reason = text.trim()
  const isSaid = reason !== "" && reason.length <= REASON_LENGTH_MAX
  return isSaid ? Effect.succeed(reason) : Effect.fail(new UnfitStep({ problem: "reason" }))
}
