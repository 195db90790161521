import { Clock, Effect } from "effect"
import { cachedReader } from "#core/kernel"
import { PREMIUM_LEVEL, RULES_MAX, SUBSCRIBER_LEVEL } from "./limits.ts"
import { countsAt } from "./rule/membership.ts"
import { accessUntil, opensPremium, Rule, type RuleState, ruleIdOf } from "./rule/Rule.ts"

/** Whether a rule opens a creator to its payer at a time: it is paid, and the creator counts in it. */
export const opensCreator = (state: RuleState, creatorId: string, nowMs: number): boolean =>
  nowMs < accessUntil(state) && countsAt(state.creators.get(creatorId) ?? [], nowMs)

/**
 * The level that the rules of a person open with a creator, 0 without one. Times are compared with the clock, so access
 * ends when it is over, whether or not an event says so.
 */
export const supportLevels = Effect.map(cachedReader, (kept) => {
  const ruleOf = kept.of(Rule)
  /** @param ageMsMax maximum age of the facts, in milliseconds */
  const levelOf = Effect.fnUntraced(function* (creatorId: string, personId: string, ageMsMax: number) {
    const nowMs = yield* Clock.currentTimeMillis
    let level: 0 | typeof SUBSCRIBER_LEVEL = 0
    // Numbers have no gaps: the first missing rule ends the search.
    for (let number = 1; number <= RULES_MAX; number += 1) {
      const [state] = yield* kept.read([ruleOf(ruleIdOf(personId, number))], ageMsMax)
      if (state.personId === null) return level
      if (opensPremium(state, creatorId, nowMs)) return PREMIUM_LEVEL
      if (opensCreator(state, creatorId, nowMs)) level = SUBSCRIBER_LEVEL
    }
    return level
  })
  return levelOf
})
