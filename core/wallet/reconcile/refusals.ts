import { Schema } from "effect"

/**
 * - `amount`: it is not above zero, or there is not so much in suspense;
 * - `reason`: none was given, or it is too long;
 * - `left`: the person it is for has left.
 */
const PROBLEMS = ["amount", "reason", "left"] as const
export type DeskProblem = (typeof PROBLEMS)[number]

/** Something that operators cannot do so. Only they meet it. */
export class UnfitStep extends Schema.TaggedError<UnfitStep>()("UnfitStep", {
  problem: Schema.Literals(PROBLEMS),
}) {}
