import { FollowsEvents } from "#core/follows"
import { type Change, change, type EventContext, makeProjection, on, patch, put, remove } from "#projections/runner"
import { feedFollowers, follow, follower, followGroup, itemRule, muteRule, savedItem } from "./tables.ts"

/** What each person follows, in which groups, and what they save and mute; and the number of followers of each feed. */
export const follows = makeProjection({
  name: "follows",
  version: 3,
  tables: [follow, followGroup, muteRule, itemRule, savedItem, follower, feedFollowers],
  handlers: [
    on(FollowsEvents, {
      "follows.FeedFollowed.v1": ({ personId, feedId, groupId, withCreator, followedAt }, context) => [
        put(follow, {
          person_id: personId,
          feed_id: feedId,
          group_id: groupId,
          with_creator: withCreator,
          followed_at: followedAt,
          ended_at: null,
          position: context.position,
        }),
        counted(feedId, 1),
        seen(personId, context),
      ],
      "follows.CreatorFollowed.v1": ({ personId, feedId }, context) => [
        patch(follow, [personId, feedId], (row) => ({ ...row, with_creator: true })),
        seen(personId, context),
      ],
      "follows.FeedUnfollowed.v1": ({ personId, feedId, unfollowedAt }, context) => [
        ...ended(personId, feedId, unfollowedAt),
        seen(personId, context),
      ],
      "follows.GroupCreated.v1": ({ personId, groupId, name }, context) => [
        put(followGroup, { person_id: personId, group_id: groupId, name, position: context.position }),
        seen(personId, context),
      ],
      "follows.GroupRenamed.v1": ({ personId, groupId, name }, context) => [
        patch(followGroup, [personId, groupId], (row) => ({ ...row, name })),
        seen(personId, context),
      ],
      "follows.GroupDeleted.v1": ({ personId, groupId, feedIds, deletedAt }, context) => [
        remove(followGroup, [personId, groupId]),
        ...feedIds.flatMap((feedId) => ended(personId, feedId, deletedAt)),
        seen(personId, context),
      ],
      "follows.FeedMovedToGroup.v1": ({ personId, feedId, groupId }, context) => [
        patch(follow, [personId, feedId], (row) => ({ ...row, group_id: groupId, position: context.position })),
        seen(personId, context),
      ],
      "follows.MuteRuleSet.v1": ({ personId, ruleId, feedId, words }, context) => [
        put(muteRule, { person_id: personId, rule_id: ruleId, feed_id: feedId, words: words ?? [] }),
        seen(personId, context),
      ],
      "follows.MuteRuleRemoved.v1": ({ personId, ruleId }, context) => [
        remove(muteRule, [personId, ruleId]),
        seen(personId, context),
      ],
      "follows.ItemRuleSet.v1": ({ personId, ruleId, feedId, words, action, tags }, context) => [
        change(itemRule, [personId, ruleId], (row) => ({
          person_id: personId,
          rule_id: ruleId,
          feed_id: feedId,
          words: words ?? [],
          action,
          tags: tags ?? [],
          position: row?.position ?? context.position,
        })),
        seen(personId, context),
      ],
      "follows.ItemRuleRemoved.v1": ({ personId, ruleId }, context) => [
        remove(itemRule, [personId, ruleId]),
        seen(personId, context),
      ],
      "follows.ItemSaved.v1": ({ personId, itemId, savedAt }, context) => [
        put(savedItem, {
          person_id: personId,
          item_id: itemId,
          saved_at: savedAt,
          position: context.position,
          tags: [],
          note: "",
          highlights: [],
        }),
        seen(personId, context),
      ],
      "follows.SavedItemAnnotated.v1": ({ personId, itemId, tags, note, highlights }, context) => [
        patch(savedItem, [personId, itemId], (row) => ({
          ...row,
          tags: tags ?? [],
          note: note ?? "",
          highlights: highlights ?? [],
        })),
        seen(personId, context),
      ],
      "follows.ItemUnsaved.v1": ({ personId, itemId }, context) => [
        remove(savedItem, [personId, itemId]),
        seen(personId, context),
      ],
      "follows.FollowsForgotten.v1": ({ personId, ...lists }) => [
        ...lists.feedIds.flatMap((feedId) => [remove(follow, [personId, feedId]), counted(feedId, -1)]),
        ...lists.endedFeedIds.map((feedId) => remove(follow, [personId, feedId])),
        ...lists.groupIds.map((groupId) => remove(followGroup, [personId, groupId])),
        ...lists.ruleIds.flatMap((ruleId) => [
          remove(muteRule, [personId, ruleId]),
          remove(itemRule, [personId, ruleId]),
        ]),
        ...lists.itemIds.map((itemId) => remove(savedItem, [personId, itemId])),
        remove(follower, [personId]),
      ],
    }),
  ],
})

const seen = (personId: string, { position }: EventContext): Change => put(follower, { person_id: personId, position })

const ended = (personId: string, feedId: string, at: string): ReadonlyArray<Change> => [
  patch(follow, [personId, feedId], (row) => ({ ...row, group_id: null, ended_at: at })),
  counted(feedId, -1),
]

const counted = (feedId: string, by: 1 | -1): Change =>
  change(feedFollowers, [feedId], (row) => ({ feed_id: feedId, followers: (row?.followers ?? 0) + by }))
