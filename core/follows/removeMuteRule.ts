import { Result } from "effect"
import { MuteRuleRemoved } from "./events.ts"
import { ruleIdOf } from "./setMuteRule.ts"
import type { Verb } from "./Verb.ts"

/** Ends the rule of a feed, or the one for all. */
export const removeMuteRule =
  ({ feedId }: { readonly feedId: string | null }): Verb<never> =>
  ({ personId, nowIso }) =>
  ({ rules }) => {
    const ruleId = ruleIdOf(personId, feedId)
    return Result.succeed(rules.has(ruleId) ? [MuteRuleRemoved.make({ personId, ruleId, removedAt: nowIso })] : [])
  }
