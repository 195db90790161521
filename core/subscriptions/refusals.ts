import { Schema } from "effect"

/** Problems of a rule; each is the key of a message. */
const RULE_PROBLEMS = [
  "msf.low",
  "msf.high",
  "asset",
  "currency",
  "weight",
  "creators.none",
  "creators.many",
  "creators.oneself",
  "share.small",
  "premium.currency",
] as const
export type RuleProblem = (typeof RULE_PROBLEMS)[number]

/** The rule cannot be as requested. */
export class UnfitRule extends Schema.TaggedError<UnfitRule>()("UnfitRule", {
  problem: Schema.Literals(RULE_PROBLEMS),
}) {
  get messageKey(): `subscriptions.unfit.${RuleProblem}` {
    return `subscriptions.unfit.${this.problem}`
  }
}

/** The person has no rule with this number. */
export class NoRule extends Schema.TaggedError<NoRule>()("NoRule", {}) {
  get messageKey(): "subscriptions.noRule" {
    return "subscriptions.noRule"
  }
}

/** The person has as many rules as they may have. */
export class TooManyRules extends Schema.TaggedError<TooManyRules>()("TooManyRules", {}) {
  get messageKey(): "subscriptions.tooManyRules" {
    return "subscriptions.tooManyRules"
  }
}

/** There is no such channel, or it takes no new subscribers. */
export class NotSubscribable extends Schema.TaggedError<NotSubscribable>()("NotSubscribable", {}) {
  get messageKey(): "subscriptions.notSubscribable" {
    return "subscriptions.notSubscribable"
  }
}

/** No current rate prices the fee in the asset. */
export class NoPrice extends Schema.TaggedError<NoPrice>()("NoPrice", {}) {
  get messageKey(): "subscriptions.noPrice" {
    return "subscriptions.noPrice"
  }
}

/** A term was paid that is not over: it cannot be refunded, or not yet again. */
export class NoRefund extends Schema.TaggedError<NoRefund>()("NoRefund", {
  reason: Schema.Literals(["nothingPaid", "tooSoon"]),
  /** When a refund is possible again, in milliseconds since 1970; 0 if nothing was paid. */
  untilMs: Schema.Number,
}) {
  get messageKey(): `subscriptions.noRefund.${"nothingPaid" | "tooSoon"}` {
    return `subscriptions.noRefund.${this.reason}`
  }
}

/** There is no premium seat for the person. */
export class NoSeat extends Schema.TaggedError<NoSeat>()("NoSeat", {
  /** Not offered; all in use; taken by the person already; their own channel; too many people wait; tried too often. */
  reason: Schema.Literals(["notOffered", "full", "taken", "oneself", "waiting", "busy"]),
}) {
  get messageKey(): `subscriptions.noSeat.${NoSeat["reason"]}` {
    return `subscriptions.noSeat.${this.reason}`
  }
}

/** A creator cannot offer premium like this. */
export class UnfitOffer extends Schema.TaggedError<UnfitOffer>()("UnfitOffer", {
  problem: Schema.Literals(["pmsf", "cap", "currency", "currency.taken"]),
}) {
  get messageKey(): `subscriptions.offer.unfit.${UnfitOffer["problem"]}` {
    return `subscriptions.offer.unfit.${this.problem}`
  }
}

/** Access without payment cannot be given, or begun, like this. */
export class NoFreeAccess extends Schema.TaggedError<NoFreeAccess>()("NoFreeAccess", {
  /** A creator needs none; an end that is over or too far; too many people or days; no trial, tried before, or open already. */
  reason: Schema.Literals(["oneself", "until", "full", "days", "notOffered", "tried", "open"]),
}) {
  get messageKey(): `subscriptions.free.refused.${NoFreeAccess["reason"]}` {
    return `subscriptions.free.refused.${this.reason}`
  }
}

/** A creator cannot pass on a part of their payments like this. */
export class NoForward extends Schema.TaggedError<NoForward>()("NoForward", {
  /** To oneself; to somebody who passes on to them; no part between 0.1 % and the maximum; too many people; too much in sum. */
  reason: Schema.Literals(["oneself", "loop", "part", "many", "sum"]),
}) {
  get messageKey(): `subscriptions.forward.refused.${NoForward["reason"]}` {
    return `subscriptions.forward.refused.${this.reason}`
  }
}

/** A rule cannot be shared by reading time like this. */
export class NoReadingShare extends Schema.TaggedError<NoReadingShare>()("NoReadingShare", {
  /**
   * It is not turned on; no paid period runs; fewer than two creators; a fee that leaves nothing to decide; parts of others
   * than the creators of the rule; a part beyond its limits, or another sum; parts were set a short time ago.
   */
  reason: Schema.Literals(["off", "unpaid", "alone", "fee", "creators", "parts", "often"]),
}) {
  get messageKey(): `subscriptions.reading.refused.${NoReadingShare["reason"]}` {
    return `subscriptions.reading.refused.${this.reason}`
  }
}

/** Somebody cannot promise to support a feed. */
export class NoPledge extends Schema.TaggedError<NoPledge>()("NoPledge", {
  /** Its author is here already; no weight or rule that exists; too many promises. */
  reason: Schema.Literals(["claimed", "weight", "many"]),
}) {
  get messageKey(): `subscriptions.pledge.refused.${NoPledge["reason"]}` {
    return `subscriptions.pledge.refused.${this.reason}`
  }
}

/** The gift cannot be bought, claimed or returned. */
export class NoGift extends Schema.TaggedError<NoGift>()("NoGift", {
  /** No such code; claimed or returned before; one's own; one's own channel; a closed channel; too many at a time. */
  reason: Schema.Literals(["unknown", "claimed", "returned", "oneself", "creator", "closed", "full", "many"]),
}) {
  get messageKey(): `subscriptions.gift.refused.${NoGift["reason"]}` {
    return `subscriptions.gift.refused.${this.reason}`
  }
}
