import { Schema } from "effect"

/**
 * - `amount`: it is not above nought, or there is not so much in suspense;
 * - `reason`: none was given, or it is too long.
 */
const PROBLEMS = ["amount", "reason"] as const
export type DeskProblem = (typeof PROBLEMS)[number]

/** Something that operators cannot do so. Only they meet it. */
export class UnfitStep extends Schema.TaggedError<UnfitStep>()("UnfitStep", {
  problem: Schema.Literals(PROBLEMS),
}) {}
