import { Result } from "effect"
import { shortId } from "#core/kernel"
import { MuteRuleSet } from "./events.ts"
import { MUTE_RULES_MAX } from "./limits.ts"
import type { MuteRule } from "./PersonFollows.ts"
import { TooManyFollows } from "./refusals.ts"
import type { Verb } from "./Verb.ts"

/** Keeps items with one of some words out of the newsfeed: of one feed, or of all. There is one rule for each feed, and one for all. */
export const setMuteRule =
  ({ feedId, words }: MuteRule): Verb<TooManyFollows> =>
  ({ personId, nowIso }) =>
  ({ rules }) => {
    const ruleId = ruleIdOf(personId, feedId)
    const known = rules.get(ruleId)
    const wanted = cleanWords(words)
    if (known === undefined && rules.size >= MUTE_RULES_MAX) return Result.fail(new TooManyFollows({ of: "rules" }))
    const isSame = known !== undefined && known.words.join("\n") === wanted.join("\n")
    if (isSame || wanted.length === 0) return Result.succeed([])
    return Result.succeed([MuteRuleSet.make({ personId, ruleId, feedId, words: wanted, setAt: nowIso })])
  }

export const ruleIdOf = (personId: string, feedId: string | null): string =>
  shortId("mute rule", `${personId}\n${feedId ?? ""}`)

/** As they are compared: lower case, one way of writing accents, each once. */
const cleanWords = (words: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(words.map((word) => word.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim()).filter(Boolean)),
]
