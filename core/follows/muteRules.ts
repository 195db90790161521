import { Result } from "effect"
import { shortId } from "#core/kernel"
import { MuteRuleRemoved, MuteRuleSet } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { MUTE_RULES_MAX } from "./followRules.ts"
import type { MuteRule } from "./PersonFollows.ts"
import { TooManyFollows } from "./refusals.ts"

/** Hides items that contain one of some words from the newsfeed: of one feed, or of all. One rule per feed and one for all. */
export const setMuteRule =
  ({ feedId, words }: MuteRule): FollowsCommand<TooManyFollows> =>
  ({ personId, nowIso }) =>
  ({ rules }) => {
    const ruleId = ruleIdOf(personId, feedId)
    const known = rules.get(ruleId)
    const cleaned = cleanWords(words)
    if (known === undefined && rules.size >= MUTE_RULES_MAX) return Result.fail(new TooManyFollows({ of: "rules" }))
    const isSame = known !== undefined && known.words.join("\n") === cleaned.join("\n")
    if (isSame || cleaned.length === 0) return Result.succeed([])
    return Result.succeed([MuteRuleSet.make({ personId, ruleId, feedId, words: cleaned, setAt: nowIso })])
  }

/** Removes the rule of a feed, or the one for all feeds. */
export const removeMuteRule =
  ({ feedId }: { readonly feedId: string | null }): FollowsCommand<never> =>
  ({ personId, nowIso }) =>
  ({ rules }) => {
    const ruleId = ruleIdOf(personId, feedId)
    return Result.succeed(rules.has(ruleId) ? [MuteRuleRemoved.make({ personId, ruleId, removedAt: nowIso })] : [])
  }

export const ruleIdOf = (personId: string, feedId: string | null): string =>
  shortId("mute rule", `${personId}\n${feedId ?? ""}`)

/** As items are compared: lower case, NFC, without duplicates. */
export const cleanWords = (words: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(words.map((word) => word.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim()).filter(Boolean)),
]
