import { Schema } from "effect"
import {
  ACCOUNT_FEEDS_MAX,
  ACCOUNT_GROUPS_MAX,
  ANNOTATED_ITEMS_MAX,
  type FollowRefusal,
  HIGHLIGHTS_MAX,
  ITEM_RULES_MAX,
  MUTE_RULES_MAX,
  SAVED_ITEMS_MAX,
} from "./followRules.ts"

const MAX = {
  feeds: ACCOUNT_FEEDS_MAX,
  groups: ACCOUNT_GROUPS_MAX,
  rules: MUTE_RULES_MAX,
  itemRules: ITEM_RULES_MAX,
  saved: SAVED_ITEMS_MAX,
  annotated: ANNOTATED_ITEMS_MAX,
  highlights: HIGHLIGHTS_MAX,
} as const

/** The account has as many of these as it may have. */
export class TooManyFollows extends Schema.TaggedError<TooManyFollows>()("TooManyFollows", {
  of: Schema.Literals(["feeds", "groups", "rules", "itemRules", "saved", "annotated", "highlights"]),
}) {
  get messageKey(): `follow.most.${"feeds" | "groups" | "rules" | "itemRules" | "saved" | "annotated" | "highlights"}` {
    return `follow.most.${this.of}`
  }
  get count(): number {
    return MAX[this.of]
  }
}

/** A group cannot have this name. */
export class BadGroupName extends Schema.TaggedError<BadGroupName>()("BadGroupName", {
  problem: Schema.Literals(["missing", "long", "taken"]),
}) {
  get messageKey(): `groups.name.${"missing" | "long" | "taken"}` {
    return `groups.name.${this.problem}`
  }
}

/** A rule names neither words nor a feed, so it would apply to everything. */
export class EmptyRule extends Schema.TaggedError<EmptyRule>()("EmptyRule", {}) {
  get messageKey(): "rules.empty" {
    return "rules.empty"
  }
}

/** The person has no such group. */
export class NoGroup extends Schema.TaggedError<NoGroup>()("NoGroup", {}) {
  get messageKey(): "groups.unknown" {
    return "groups.unknown"
  }
}

/** The refusal of an account for a decision of followRules.ts. */
export const toRefusal = (refusal: FollowRefusal): TooManyFollows | BadGroupName => {
  switch (refusal) {
    case "follow.limit.feeds":
      return new TooManyFollows({ of: "feeds" })
    case "follow.limit.groups":
      return new TooManyFollows({ of: "groups" })
    case "groups.name.long":
      return new BadGroupName({ problem: "long" })
    case "groups.name.taken":
      return new BadGroupName({ problem: "taken" })
    default:
      return new BadGroupName({ problem: "missing" })
  }
}
