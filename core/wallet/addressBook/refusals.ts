import { Schema } from "effect"

/**
 * - `full`: the address book is full;
 * - `known`: the address is already in it;
 * - `label`: the label is empty or too long;
 * - `asset`: the asset cannot be withdrawn.
 */
const PROBLEMS = ["full", "known", "label", "asset"] as const

/** The address cannot be added. */
export class InvalidAddressEntry extends Schema.TaggedError<InvalidAddressEntry>()("InvalidAddressEntry", {
  problem: Schema.Literals(PROBLEMS),
}) {
  get messageKey(): `withdrawCall.entry.${(typeof PROBLEMS)[number]}` {
    return `withdrawCall.entry.${this.problem}`
  }
}

/** The address book has no such entry. */
export class AddressEntryNotFound extends Schema.TaggedError<AddressEntryNotFound>()("AddressEntryNotFound", {}) {
  get messageKey(): "withdrawCall.entry.none" {
    return "withdrawCall.entry.none"
  }
}

/** The address was added less than 24 hours ago. */
export class AddressEntryOnHold extends Schema.TaggedError<AddressEntryOnHold>()("AddressEntryOnHold", {
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): "withdrawCall.entry.held" {
    return "withdrawCall.entry.held"
  }
}
