import { Clock, Effect } from "effect"
import { cachedReader } from "#core/kernel"
import { AccessPass, passIdOf } from "./freeAccess/AccessPass.ts"
import { freeLevel } from "./freeAccess/freeLevel.ts"
import { GIFT_RULE_FIRST, GIFT_RULES_MAX, PREMIUM_LEVEL, RULES_MAX, SUBSCRIBER_LEVEL } from "./limits.ts"
import { countsAt } from "./rule/membership.ts"
import { accessUntil, opensPremium, Rule, type RuleState, ruleIdOf } from "./rule/Rule.ts"

/** Whether a rule opens a creator to its payer at a time: it is paid, and the creator counts in it. */
export const opensCreator = (state: RuleState, creatorId: string, nowMs: number): boolean =>
  nowMs < accessUntil(state) && countsAt(state.creators.get(creatorId) ?? [], nowMs)

/**
 * The level that is open to a person with a creator, by their rules or without payment; 0 for none. Times are compared with the clock, so access
 * ends when it is over, whether or not an event says so.
 */
export const supportLevels = Effect.map(cachedReader, (kept) => {
  const [ruleOf, passOf] = [kept.of(Rule), kept.of(AccessPass)]
  /** @param ageMsMax maximum age of the facts, in milliseconds */
  const levelOf = Effect.fnUntraced(function* (creatorId: string, personId: string, ageMsMax: number) {
    const nowMs = yield* Clock.currentTimeMillis
    // Most people have one rule, and no gifts.
    const [pass, first, gift] = yield* kept.read(
      [
        passOf(passIdOf(creatorId, personId)),
        ruleOf(ruleIdOf(personId, 1)),
        ruleOf(ruleIdOf(personId, GIFT_RULE_FIRST)),
      ],
      ageMsMax,
    )
    let level = freeLevel(pass, nowMs)
    for (const [from, count, known] of [
      [1, RULES_MAX, first],
      [GIFT_RULE_FIRST, GIFT_RULES_MAX, gift],
    ] as const) {
      let state = known
      // Numbers have no gaps: the first missing rule ends the search.
      for (let number = from; state.personId !== null; ) {
        if (opensPremium(state, creatorId, nowMs)) return PREMIUM_LEVEL
        if (level < SUBSCRIBER_LEVEL && opensCreator(state, creatorId, nowMs)) level = SUBSCRIBER_LEVEL
        number += 1
        if (number === from + count) break
        state = (yield* kept.read([ruleOf(ruleIdOf(personId, number))], ageMsMax))[0]
      }
    }
    return level
  })
  return levelOf
})
