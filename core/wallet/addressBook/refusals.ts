import { Schema } from "effect"

/**
 * - `full`: as many addresses are kept as may be;
 * - `known`: it is kept already;
 * - `label`: it has no name, or one too long;
 * - `asset`: nothing of this asset can be withdrawn.
 */
const PROBLEMS = ["full", "known", "label", "asset"] as const
export type EntryProblem = (typeof PROBLEMS)[number]

/** The address cannot be kept. */
export class UnfitEntry extends Schema.TaggedError<UnfitEntry>()("UnfitEntry", {
  problem: Schema.Literals(PROBLEMS),
}) {
  get messageKey(): `withdrawCall.entry.${EntryProblem}` {
    return `withdrawCall.entry.${this.problem}`
  }
}

/** There is no such address in the book. */
export class NoEntry extends Schema.TaggedError<NoEntry>()("NoEntry", {}) {
  get messageKey(): "withdrawCall.entry.none" {
    return "withdrawCall.entry.none"
  }
}

/** The address is too new to be withdrawn to. */
export class EntryHeld extends Schema.TaggedError<EntryHeld>()("EntryHeld", {
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): "withdrawCall.entry.held" {
    return "withdrawCall.entry.held"
  }
}
