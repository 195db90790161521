import { Effect } from "effect"
import {
  applyItemRules,
  cleanWords,
  type Follows,
  type ItemRuleAction,
  ReadMarks,
  RULE_ITEMS_MAX,
  removeItemRule,
  setItemRule,
} from "#core/follows"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { findMatchingItems, itemCopies } from "#projections/feeds"
import { itemRules } from "#projections/follows"
import { answer } from "../envelope.ts"
import { limitedAsStandard } from "../limits.ts"
import { ownFollows } from "../ownFollows.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedItem } from "../wire.ts"

/** Items that a trial of a rule shows. */
const TRIED_ITEMS_MAX = 10

/** Handlers of rules.contract.ts; resolved once for the group. */
export const ruleHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing | Follows>()
  const marks = yield* ReadMarks
  const limited = yield* limitedAsStandard
  const own = yield* ownFollows
  const provide = Effect.provide(services)

  /** Recent items of the caller's feeds that a rule applies to. */
  const find = Effect.fnUntraced(function* ({ feedId, words }: Matching, limit: number) {
    const { feedIds } = yield* own.find({})
    const cleaned = cleanWords(words)
    if (cleaned.length === 0 && feedId === undefined) return { count: 0, items: [] }
    return yield* findMatchingItems(
      feedIds.filter((each) => feedId === undefined || each === feedId),
      cleaned,
      limit,
    )
  })

  /** Applies a rule that was just set to what has already arrived. Returns how many items it was applied to. */
  const applyToExisting = Effect.fnUntraced(function* (personId: string, rule: Rule) {
    const { items } = yield* find(rule, RULE_ITEMS_MAX)
    const itemIds = items.map(({ itemId }) => itemId)
    if (rule.action === "save") yield* own.dispatch(applyItemRules([...items].reverse()))
    else {
      const copies = yield* itemCopies(itemIds)
      yield* marks.mark(personId, [...itemIds, ...copies.map(({ itemId }) => itemId)], true)
    }
    return items.length
  })

  return {
    LoadRules: Effect.fn("LoadRules")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const rules = yield* itemRules(personId)
      return answer({ rules: rules.map((rule) => ({ ...rule, feedId: rule.feedId ?? "" })) })
    }, provide),

    SetRule: Effect.fn("SetRule")(function* ({ payload }: { readonly payload: Rule }) {
      const { personId } = yield* requireMember
      const { ruleId, feedId = null, words, action, tags = [] } = payload
      yield* own.dispatch(setItemRule({ ruleId, feedId, words, action, tags }))
      return answer({ applied: payload.existing === true ? yield* applyToExisting(personId, payload) : 0 })
    }, provide),

    RemoveRule: Effect.fn("RemoveRule")(function* ({ payload }: { readonly payload: { readonly ruleId: string } }) {
      yield* own.dispatch(removeItemRule(payload))
      return answer(null)
    }, provide),

    TryRule: Effect.fn("TryRule")(function* ({ payload }: { readonly payload: Matching }) {
      yield* requireMember
      yield* limited
      const { count, items } = yield* find(payload, TRIED_ITEMS_MAX)
      return answer({ count, items: items.map(toFeedItem) })
    }, provide),
  }
})

type Matching = { readonly feedId?: string; readonly words: ReadonlyArray<string> }
type Rule = Matching & {
  readonly ruleId?: string
  readonly action: ItemRuleAction
  readonly tags?: ReadonlyArray<string>
  readonly existing?: boolean
}
