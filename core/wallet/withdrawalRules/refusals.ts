import { Schema } from "effect"

/**
 * - `asset`: no coin that can be withdrawn;
 * - `reason`: none was given, or it is too long;
 * - `minimum`: less than the network passes on;
 * - `daily`: a day of all, of one person and one withdrawal do not fit into each other;
 * - `inFlightMax`: what one person may withdraw in a day would not fit into what may be on its way;
 * - `donations`: less than nothing may be given freely;
 * - `hot`: the hot wallet may hold less than nothing;
 * - `subsidy`: the platform may bear less than nothing of fees;
 * - `approval`, `cooling`, `confirmations`, `fees`: outside their bounds, or less for large withdrawals than for others.
 */
const PROBLEMS = [
  "asset",
  "reason",
  "minimum",
  "daily",
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

/** Rules of withdrawals that cannot hold. Only operators meet it. */
export class UnfitRules extends Schema.TaggedError<UnfitRules>()("UnfitRules", {
  problem: Schema.Literals(PROBLEMS),
}) {}
