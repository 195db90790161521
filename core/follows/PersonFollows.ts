import { HashMap, HashSet, Option } from "effect"
import type { Aggregate } from "#core/kernel"
import { FollowsEvent, FollowsEvents } from "./events.ts"
import { isSameGroupName } from "./followRules.ts"
import type { ItemRule } from "./matchesRule.ts"

/** How a feed is followed. */
export type Follow = { readonly groupId: string | null; readonly withCreator: boolean }

/** What one person follows. Persistent hash maps, because five thousand follows are folded one by one. */
export type FollowsState = {
  readonly feeds: HashMap.HashMap<string, Follow>
  /** Feeds that were followed before and are not any more. */
  readonly ended: HashSet.HashSet<string>
  /** Group names by group id, oldest first. */
  readonly groups: ReadonlyMap<string, string>
  readonly rules: ReadonlyMap<string, MuteRule>
  /** Rules that mark or save items, by their ids. */
  readonly itemRules: ReadonlyMap<string, ItemRule>
  readonly saved: HashSet.HashSet<string>
  /** Notes on saved items, by item id. */
  readonly annotations: HashMap.HashMap<string, Annotation>
}

/** What a person noted on a saved item. */
export type Annotation = {
  readonly tags: ReadonlyArray<string>
  readonly note: string
  readonly highlights: ReadonlyArray<string>
}
export const NO_ANNOTATION: Annotation = { tags: [], note: "", highlights: [] }

export type MuteRule = { readonly feedId: string | null; readonly words: ReadonlyArray<string> }

const initial: FollowsState = {
  feeds: HashMap.empty(),
  ended: HashSet.empty(),
  groups: new Map(),
  rules: new Map(),
  itemRules: new Map(),
  saved: HashSet.empty(),
  annotations: HashMap.empty(),
}

/** The follows of one person, by the person's id. */
export const PersonFollows: Aggregate<FollowsState, FollowsEvent> = {
  category: "follows",
  events: FollowsEvents,
  initial,
  evolve: (state, event) =>
    FollowsEvent.match(event, {
      "follows.FeedFollowed.v1": ({ feedId, groupId, withCreator }): FollowsState => ({
        ...state,
        feeds: HashMap.set(state.feeds, feedId, { groupId, withCreator }),
        ended: HashSet.remove(state.ended, feedId),
      }),
      "follows.CreatorFollowed.v1": ({ feedId }) => ({
        ...state,
        feeds: HashMap.modify(state.feeds, feedId, (follow) => ({ ...follow, withCreator: true })),
      }),
      "follows.FeedUnfollowed.v1": ({ feedId }) => withoutFeeds(state, [feedId]),
      "follows.GroupCreated.v1": ({ groupId, name }) => ({
        ...state,
        groups: new Map(state.groups).set(groupId, name ?? ""),
      }),
      "follows.GroupRenamed.v1": ({ groupId, name }) => ({
        ...state,
        groups: new Map(state.groups).set(groupId, name ?? ""),
      }),
      "follows.GroupDeleted.v1": ({ groupId, feedIds }) => ({
        ...withoutFeeds(state, feedIds),
        groups: without(state.groups, groupId),
      }),
      "follows.FeedMovedToGroup.v1": ({ feedId, groupId }) => ({
        ...state,
        feeds: HashMap.modify(state.feeds, feedId, (follow) => ({ ...follow, groupId })),
      }),
      "follows.MuteRuleSet.v1": ({ ruleId, feedId, words }) => ({
        ...state,
        rules: new Map(state.rules).set(ruleId, { feedId, words: words ?? [] }),
      }),
      "follows.MuteRuleRemoved.v1": ({ ruleId }) => ({ ...state, rules: without(state.rules, ruleId) }),
      "follows.ItemRuleSet.v1": ({ ruleId, feedId, words, action, tags }) => ({
        ...state,
        itemRules: new Map(state.itemRules).set(ruleId, { feedId, words: words ?? [], action, tags: tags ?? [] }),
      }),
      "follows.ItemRuleRemoved.v1": ({ ruleId }) => ({ ...state, itemRules: without(state.itemRules, ruleId) }),
      "follows.ItemSaved.v1": ({ itemId }) => ({ ...state, saved: HashSet.add(state.saved, itemId) }),
      "follows.ItemUnsaved.v1": ({ itemId }) => ({
        ...state,
        saved: HashSet.remove(state.saved, itemId),
        annotations: HashMap.remove(state.annotations, itemId),
      }),
      "follows.SavedItemAnnotated.v1": ({ itemId, tags, note, highlights }) => ({
        ...state,
        annotations: HashMap.set(state.annotations, itemId, {
          tags: tags ?? [],
          note: note ?? "",
          highlights: highlights ?? [],
        }),
      }),
      "follows.FollowsForgotten.v1": () => initial,
    }),
}

/** Whether the person follows, saves and mutes nothing, and never did. */
export const isBlank = ({ feeds, ended, groups, rules, itemRules, saved }: FollowsState): boolean =>
  HashMap.size(feeds) + HashSet.size(ended) + groups.size + rules.size + itemRules.size + HashSet.size(saved) === 0

export const followOf = ({ feeds }: FollowsState, feedId: string): Follow | undefined =>
  Option.getOrUndefined(HashMap.get(feeds, feedId))

/** The id of the group with this name, ignoring case. */
export const findGroupByName = ({ groups }: Pick<FollowsState, "groups">, name: string): string | undefined =>
  [...groups].find(([, other]) => isSameGroupName(other, name))?.[0]

const withoutFeeds = (state: FollowsState, feedIds: ReadonlyArray<string>): FollowsState => ({
  ...state,
  feeds: feedIds.reduce((feeds, feedId) => HashMap.remove(feeds, feedId), state.feeds),
  ended: feedIds.reduce((ended, feedId) => HashSet.add(ended, feedId), state.ended),
})

const without = <A>(map: ReadonlyMap<string, A>, key: string): ReadonlyMap<string, A> => {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
