import { ITEM_TAG_LENGTH_MAX, ITEM_TAGS_MAX, MUTE_WORD_LENGTH_MAX, MUTE_WORDS_MAX } from "#contract/follows"
import { itemRules, personFollows } from "#projections/follows"
import type { Calls } from "#src/api/calls.ts"
import { paths } from "#src/lib/paths.ts"
import { splitCommas } from "#src/lib/text.ts"
import { run } from "#src/process/runtime.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** What a rule does. Hiding is a mute rule, of which there is one for each feed and one for all. */
export const RULE_ACTIONS = ["hide", "read", "save"] as const
export type RuleAction = (typeof RULE_ACTIONS)[number]

/** A rule as the page shows and edits it. `feedId` is empty for all feeds. */
export type ShownRule = {
  /** Names the rule in links and forms of the page. */
  readonly key: string
  readonly feedId: string
  readonly words: ReadonlyArray<string>
  readonly action: RuleAction
  readonly tags: ReadonlyArray<string>
}

export type RulesView = FormRefusal & {
  /** What the form shows: the rule that is edited, or what was typed. */
  readonly typed: ShownRule & { readonly existing: boolean }
  readonly rules: ReadonlyArray<ShownRule>
  /** The result of trying the typed rule. */
  readonly trial: Calls["Feed/TryRule"]["data"] | null
}

const HIDES = "hide."
const EMPTY: RulesView["typed"] = { key: "", feedId: "", words: [], action: "read", tags: [], existing: false }

/** Handles the forms of the page of rules. Returns what the page shows to a member, or a redirect. */
export const handleRulesForm = async (page: ActingPage, personId: string): Promise<Response | RulesView> => {
  const rules = await readRules(personId)
  const shown = (view: Partial<RulesView>): RulesView => ({ ...NO_REFUSAL, typed: EMPTY, trial: null, rules, ...view })
  if (page.request.method !== "POST") {
    const edited = rules.find(({ key }) => key === page.url.searchParams.get("edit"))
    return shown(edited === undefined ? {} : { typed: { ...edited, existing: false } })
  }
  const fields = await readForm(page.request)
  const typed = readTyped(fields)
  const edited = rules.find(({ key }) => key === typed.key)
  const call = callOf(page)
  if (fields.get("do") === "try") {
    const trial = await call("Feed/TryRule", matchingOf(typed))
    return shown(trial.ok ? { typed, trial: trial.data } : { typed, ...toFormRefusal(trial, "words") })
  }
  if (fields.get("do") === "remove") {
    const removed = edited === undefined ? undefined : await removeRule(call, edited)
    return removed === undefined || removed.ok ? back() : shown({ ...toFormRefusal(removed) })
  }
  const answer = await (typed.action === "hide" ? hide(call, typed, rules) : setRule(call, typed, edited))
  if (!answer.ok) return shown({ typed, ...toFormRefusal(answer, "words") })
  // A rule that hides and one that does something else are kept apart, and so are rules that hide in different feeds.
  if (edited !== undefined && leavesOther(edited, typed)) await removeRule(call, edited)
  return back()
}

const back = () => redirectTo(paths.rules, { notice: "rule-saved" })

type Call = ReturnType<typeof callOf>
type Typed = RulesView["typed"]

const readRules = async (personId: string): Promise<ReadonlyArray<ShownRule>> => {
  const [{ muted }, rules] = await Promise.all([run(personFollows(personId)), run(itemRules(personId))])
  return [
    ...muted.map(({ feedId, words }) => ({
      key: `${HIDES}${feedId ?? ""}`,
      feedId: feedId ?? "",
      words,
      action: "hide" as const,
      tags: [],
    })),
    ...rules.map(({ ruleId, feedId, words, action, tags }) => ({
      key: ruleId,
      feedId: feedId ?? "",
      words,
      action,
      tags,
    })),
  ]
}

const readTyped = (fields: ReadonlyMap<string, string>): Typed => ({
  key: fields.get("key") ?? "",
  feedId: fields.get("feedId") ?? "",
  words: splitWords(fields.get("words") ?? "", MUTE_WORDS_MAX, MUTE_WORD_LENGTH_MAX),
  action: RULE_ACTIONS.find((action) => action === fields.get("action")) ?? "read",
  tags: splitWords(fields.get("tags") ?? "", ITEM_TAGS_MAX, ITEM_TAG_LENGTH_MAX),
  existing: fields.get("existing") === "on",
})

/** Splits a list by commas of any script. */
const splitWords = (text: string, count: number, length: number): ReadonlyArray<string> =>
  splitCommas(text.replace(/[，、]/g, ","))
    .map((word) => word.slice(0, length).trim())
    .slice(0, count)

const matchingOf = ({ feedId, words }: Typed) => ({ words, ...(feedId === "" ? {} : { feedId }) })

const setRule = (call: Call, typed: Typed, edited: ShownRule | undefined) =>
  call("Feed/SetRule", {
    ...matchingOf(typed),
    ...(edited === undefined || edited.action === "hide" ? {} : { ruleId: edited.key }),
    action: typed.action === "save" ? "save" : "read",
    tags: typed.tags,
    existing: typed.existing,
  })

/** Adds words to the mute rule of a feed; an edited mute rule of the same feed is replaced. */
const hide = (call: Call, typed: Typed, rules: ReadonlyArray<ShownRule>) => {
  const key = `${HIDES}${typed.feedId}`
  const known = typed.key === key ? [] : (rules.find((rule) => rule.key === key)?.words ?? [])
  const words = [...new Set([...known, ...typed.words])].slice(0, MUTE_WORDS_MAX)
  // Without words nothing would be hidden, so the same refusal applies as to a rule without any condition.
  if (typed.words.length === 0) return call("Feed/SetRule", { words: [], action: "read" })
  return call("Feed/SetMuteRule", { ...matchingOf(typed), words })
}

const removeRule = (call: Call, { action, feedId, key }: ShownRule) =>
  action === "hide"
    ? call("Feed/RemoveMuteRule", feedId === "" ? {} : { feedId })
    : call("Feed/RemoveRule", { ruleId: key })

const leavesOther = (edited: ShownRule, { action, feedId }: Typed): boolean =>
  (edited.action === "hide") !== (action === "hide") || (action === "hide" && edited.feedId !== feedId)
