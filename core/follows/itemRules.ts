import { HashMap, HashSet, Result } from "effect"
import { shortId } from "#core/kernel"
import { annotationOf, cleanTags } from "./annotateItem.ts"
import { type FollowsEvent, ItemRuleRemoved, ItemRuleSet, ItemSaved, SavedItemAnnotated } from "./events.ts"
import type { CommandContext, FollowsCommand } from "./FollowsCommand.ts"
import { ANNOTATED_ITEMS_MAX, ITEM_RULES_MAX, ITEM_TAGS_MAX, SAVED_ITEMS_MAX } from "./followRules.ts"
import { type ItemRule, matchesRule, type RuleItem } from "./matchesRule.ts"
import { cleanWords } from "./muteRules.ts"
import { type FollowsState, NO_ANNOTATION } from "./PersonFollows.ts"
import { EmptyRule, TooManyFollows } from "./refusals.ts"

/**
 * Adds a rule, or replaces the one with an id. A rule that the person already has is not added again.
 *
 * @param ruleId the rule that is replaced
 */
export const setItemRule =
  ({
    ruleId,
    ...wanted
  }: ItemRule & { readonly ruleId?: string | undefined }): FollowsCommand<TooManyFollows | EmptyRule> =>
  (context) =>
  ({ itemRules }) => {
    const rule: ItemRule = {
      ...wanted,
      words: cleanWords(wanted.words),
      tags: wanted.action === "save" ? cleanTags(wanted.tags) : [],
    }
    if (rule.words.length === 0 && rule.feedId === null) return Result.fail(new EmptyRule())
    if ([...itemRules].some(([, other]) => isSame(other, rule))) return Result.succeed([])
    const { personId, nowIso } = context
    const replaced = ruleId !== undefined && itemRules.has(ruleId) ? ruleId : undefined
    if (replaced === undefined && itemRules.size >= ITEM_RULES_MAX)
      return Result.fail(new TooManyFollows({ of: "itemRules" }))
    return Result.succeed([
      ItemRuleSet.make({ personId, ruleId: replaced ?? newRuleId(context, itemRules.size), ...rule, setAt: nowIso }),
    ])
  }

export const removeItemRule =
  ({ ruleId }: { readonly ruleId: string }): FollowsCommand<never> =>
  ({ personId, nowIso }) =>
  ({ itemRules }) =>
    Result.succeed(itemRules.has(ruleId) ? [ItemRuleRemoved.make({ personId, ruleId, removedAt: nowIso })] : [])

/**
 * Saves and tags items of followed feeds as the person's rules say. Items beyond the limits of saved and annotated items
 * are left as they are.
 */
export const applyItemRules =
  (items: ReadonlyArray<RuleItem>): FollowsCommand<never> =>
  ({ personId, nowIso }) =>
  (state) => {
    const left = {
      saved: SAVED_ITEMS_MAX - HashSet.size(state.saved),
      annotated: ANNOTATED_ITEMS_MAX - HashMap.size(state.annotations),
    }
    const events: Array<FollowsEvent> = []
    for (const item of items) {
      const rules = rulesFor(state, item, "save")
      const { itemId } = item
      const isSaved = HashSet.has(state.saved, itemId)
      if (rules.length === 0 || (!isSaved && left.saved <= 0)) continue
      if (!isSaved) {
        left.saved -= 1
        events.push(ItemSaved.make({ personId, itemId, savedAt: nowIso }))
      }
      const before = annotationOf(state, itemId)
      const tags = [...new Set([...before.tags, ...rules.flatMap((rule) => rule.tags)])].slice(0, ITEM_TAGS_MAX)
      if (tags.length === before.tags.length || (before === NO_ANNOTATION && left.annotated <= 0)) continue
      if (before === NO_ANNOTATION) left.annotated -= 1
      events.push(SavedItemAnnotated.make({ personId, itemId, ...before, tags, annotatedAt: nowIso }))
    }
    return Result.succeed(events)
  }

/** The items that the person's rules mark as read. */
export const itemsReadByRules = (state: FollowsState, items: ReadonlyArray<RuleItem>): ReadonlyArray<string> =>
  items.filter((item) => rulesFor(state, item, "read").length > 0).map(({ itemId }) => itemId)

const rulesFor = ({ feeds, itemRules }: FollowsState, item: RuleItem, action: ItemRule["action"]) =>
  HashMap.has(feeds, item.feedId)
    ? [...itemRules.values()].filter((rule) => rule.action === action && matchesRule(rule, item))
    : []

const newRuleId = ({ personId, nowIso }: CommandContext, number: number): string =>
  shortId("item rule", `${personId}\n${nowIso}\n${number}`)

const isSame = (one: ItemRule, other: ItemRule): boolean =>
  one.feedId === other.feedId &&
  one.action === other.action &&
  one.words.join("\n") === other.words.join("\n") &&
  one.tags.join("\n") === other.tags.join("\n")
