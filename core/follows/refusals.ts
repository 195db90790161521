import { Schema } from "effect"
import {
  ACCOUNT_FEEDS_MAX,
  ACCOUNT_GROUPS_MAX,
  GROUP_NAME_LENGTH_MAX,
  MUTE_RULES_MAX,
  SAVED_ITEMS_MAX,
} from "./limits.ts"

const MAX = {
  feeds: ACCOUNT_FEEDS_MAX,
  groups: ACCOUNT_GROUPS_MAX,
  rules: MUTE_RULES_MAX,
  saved: SAVED_ITEMS_MAX,
} as const

/** The person has as many of these as an account may have. */
export class TooManyFollows extends Schema.TaggedError<TooManyFollows>()("TooManyFollows", {
  of: Schema.Literals(["feeds", "groups", "rules", "saved"]),
}) {
  get messageKey(): `follow.most.${"feeds" | "groups" | "rules" | "saved"}` {
    return `follow.most.${this.of}`
  }
  get count(): number {
    return MAX[this.of]
  }
}

/** A group cannot be called so. */
export class BadGroupName extends Schema.TaggedError<BadGroupName>()("BadGroupName", {
  problem: Schema.Literals(["missing", "long", "taken"]),
}) {
  get messageKey(): `groups.name.${"missing" | "long" | "taken"}` {
    return `groups.name.${this.problem}`
  }
}

/** The person has no such group. */
export class NoGroup extends Schema.TaggedError<NoGroup>()("NoGroup", {}) {
  get messageKey(): "groups.unknown" {
    return "groups.unknown"
  }
}

/** Why a group may not have this name, cleaned already; `taken` tells whether another group has it. */
export const badNameOf = (name: string, taken: boolean): BadGroupName | undefined => {
  if (name === "") return new BadGroupName({ problem: "missing" })
  if (name.length > GROUP_NAME_LENGTH_MAX) return new BadGroupName({ problem: "long" })
  return taken ? new BadGroupName({ problem: "taken" }) : undefined
}
