import { Schema } from "effect"

/**
 * - `asset`: not a coin that can be withdrawn;
 * - `reason`: missing or too long;
 * - `minimum`: below the dust limit of the network;
 * - `daily`: minimum, daily limit per person and daily limit for all contradict each other;
 * - `inFlightMax`: smaller than what one person may withdraw in a day;
 * - `levels`: a limit of a level of identity is below one withdrawal, or above that of the next level;
 * - `donations`, `hot`, `subsidy`: negative;
 * - `approval`, `cooling`, `confirmations`, `fees`: out of bounds, or lower for large withdrawals than for others.
 */
const PROBLEMS = [
  "asset",
  "reason",
  "minimum",
  "daily",
  "levels",
  "inFlightMax",
  "approval",
  "donations",
  "hot",
  "subsidy",
  "cooling",
  "confirmations",
  "fees",
] as const
export type RulesProblem = (typeof PROBLEMS)[number]

/** Contradictory withdrawal rules. */
export class UnfitRules extends Schema.TaggedError<UnfitRules>()("UnfitRules", {
  problem: Schema.Literals(PROBLEMS),
}) {}
