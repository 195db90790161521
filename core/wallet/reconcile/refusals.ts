import { Schema } from "effect"

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
