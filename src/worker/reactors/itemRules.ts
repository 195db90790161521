import { Effect } from "effect"
import { FeedEvents } from "#core/feeds"
import {
  applyItemRules,
  Follows,
  itemsReadByRules,
  matchesRule,
  ReadMarks,
  RULE_ITEMS_MAX,
  type RuleItem,
} from "#core/follows"
import type { EventStore, Sealing, Sql, StoredEvent } from "#core/kernel"
import { channelFeedId, PostEvents, postItemId, publicMarkdown, summaryOf } from "#core/publishing"
import { rulesForFeed } from "#projections/follows"
import type { Reactor } from "#projections/runner"

/** Rules of one page. */
const PAGE_SIZE = 2_000

/**
 * Applies the rules of readers to items that arrive: marks them as read, or saves them with tags. The decision looks at the
 * rules once more, so that a rule that was removed since, or a deleted account, changes nothing.
 */
export const itemRulesReactor = Effect.gen(function* () {
  const [follows, marks] = [yield* Follows, yield* ReadMarks]
  const services = yield* Effect.context<Sql | Sealing | EventStore>()

  const apply = Effect.fnUntraced(function* (personId: string, items: ReadonlyArray<RuleItem>) {
    for (let from = 0; from < items.length; from += RULE_ITEMS_MAX) {
      const some = items.slice(from, from + RULE_ITEMS_MAX)
      const { answer } = yield* follows.dispatch(personId, applyItemRules(some), (state) => ({
        read: itemsReadByRules(state, some),
      }))
      const { read } = answer as { readonly read: ReadonlyArray<string> }
      // What the reader marked meanwhile stays, also if the event is delivered again.
      if (read.length > 0) yield* marks.adopt(personId, { read, unread: [], horizons: new Map() })
    }
  })

  const applyAll = Effect.fnUntraced(function* (feedId: string, items: ReadonlyArray<RuleItem>) {
    for (let after = ""; ; ) {
      const page = yield* rulesForFeed(feedId, after, PAGE_SIZE)
      const last = page.at(-1)?.personId
      // The rules of the last person of a full page may be cut off; nobody has as many as a page.
      const isFull = page.length === PAGE_SIZE
      const people = Map.groupBy(
        isFull ? page.filter(({ personId }) => personId !== last) : page,
        ({ personId }) => personId,
      )
      for (const [personId, rules] of people) {
        const matching = items.filter((item) => rules.some((rule) => matchesRule(rule, item)))
        if (matching.length > 0) yield* apply(personId, matching)
        after = personId
      }
      if (!isFull) return
    }
  })

  return {
    name: "item_rules",
    types: ["feeds.FeedFetched.v1", "publishing.PostPublished.v1"],
    from: "now",
    react: async (stored) => {
      const work = Effect.gen(function* () {
        const items = yield* arrivedItems(stored)
        const feedId = items[0]?.feedId
        if (feedId !== undefined) yield* applyAll(feedId, items)
      })
      await Effect.runPromise(Effect.provide(work, services))
    },
  } satisfies Reactor
})

/** The new items of an event, as everyone may read them. */
const arrivedItems = Effect.fnUntraced(function* (stored: StoredEvent) {
  if (stored.type === "feeds.FeedFetched.v1") {
    const event = FeedEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== "feeds.FeedFetched.v1") return []
    return event.items
      .filter(({ isNew }) => isNew)
      .map(({ itemId, title, summary }): RuleItem => ({ itemId, feedId: event.feedId, title: title ?? "", summary }))
  }
  const event = yield* Effect.orDie(PostEvents.decode(stored))
  if (event._tag !== "publishing.PostPublished.v1") return []
  const text = publicMarkdown(event)
  if (text === null) return []
  const { channelId, postId } = event
  const item: RuleItem = {
    itemId: postItemId(channelId, postId),
    feedId: channelFeedId(channelId),
    title: event.title ?? "",
    summary: summaryOf(text),
  }
  return [item]
})
