import { Effect } from "effect"
import type { ItemRule } from "#core/follows"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { follow, itemRule } from "./tables.ts"

const db = readModels(follow, itemRule)

const rules = db
  .selectFrom("read.item_rule as rule")
  .select(["rule.rule_id as ruleId", "rule.feed_id as feedId", "rule.words", "rule.action", "rule.tags"])

/** A rule that marks or saves items, with its id. */
export type SetRule = ItemRule & { readonly ruleId: string }

/** A person's rules, in the order in which they were added. */
export const itemRules = Effect.fn("itemRules")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    rules.where("rule.person_id", "=", personId).orderBy("rule.position").orderBy("rule.rule_id"),
  )
  return rows as ReadonlyArray<SetRule>
})

/**
 * Rules that may apply to items of a feed: of people who follow it, in the order of their ids.
 *
 * @param after the last person of the previous page
 */
export const rulesForFeed = Effect.fn("rulesForFeed")(function* (feedId: string, after: string, limit: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    rules
      .innerJoin("read.follow as follow", "follow.person_id", "rule.person_id")
      .select("rule.person_id as personId")
      .where("follow.feed_id", "=", feedId)
      .where("follow.ended_at", "is", null)
      .where((eb) => eb.or([eb("rule.feed_id", "is", null), eb("rule.feed_id", "=", feedId)]))
      .where("rule.person_id", ">", after)
      .orderBy("rule.person_id")
      .limit(limit),
  )
  return rows as ReadonlyArray<SetRule & { readonly personId: string }>
})
