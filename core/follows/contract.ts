/** Follows as browsers know them: limits, shared decisions, and the shapes of guests' and accounts' lists. */
import { Schema } from "effect"

export {
  ACCOUNT_LIMITS,
  checkGroupName,
  checkNewFeed,
  checkNewGroup,
  cleanGroupName,
  type FollowLimits,
  type FollowRefusal,
  GROUP_NAME_LENGTH_MAX,
  GUEST_FEEDS_MAX,
  GUEST_GROUPS_MAX,
  GUEST_HISTORY_ITEMS_MAX,
  GUEST_LIMITS,
  GUEST_SAVED_ITEMS_MAX,
  GUEST_SAVED_SEARCHES_MAX,
  HIGHLIGHT_LENGTH_MAX,
  ITEM_TAG_LENGTH_MAX,
  ITEM_TAGS_MAX,
  isSameGroupName,
  MARKED_AT_ONCE_MAX,
  MERGED_ITEMS_MAX,
  MUTE_WORD_LENGTH_MAX,
  MUTE_WORDS_MAX,
  NOTE_LENGTH_MAX,
} from "./followRules.ts"

/** The follow status on the wire: 1 not followed, 2 followed. */
export const UNFOLLOWED = 1 as const
export const FOLLOWED = 2 as const

/** A feed that can be followed. `subsribers` is the spelling on the wire. Times are milliseconds since 1970. */
export const FollowableFeed = Schema.Struct({
  id: Schema.String,
  feedId: Schema.String,
  code: Schema.String,
  contentType: Schema.String,
  description: Schema.String,
  iconUrl: Schema.String,
  lastUpdated: Schema.NullOr(Schema.Finite),
  recentUpdate: Schema.NullOr(Schema.Finite),
  subsribers: Schema.Finite,
  tags: Schema.Array(Schema.String),
  title: Schema.String,
  url: Schema.String,
}).annotate({ identifier: "FollowableFeed" })
export type FollowableFeed = typeof FollowableFeed.Type

/** A feed in a guest's list. An item with an empty id is the placeholder of a group without feeds. */
export const GuestFollowItem = Schema.Struct({
  ...FollowableFeed.fields,
  follow: Schema.Boolean,
  groupName: Schema.String,
})
export type GuestFollowItem = typeof GuestFollowItem.Type

/** A feed in a list of follows. */
export const FeedInList = Schema.Struct({
  id: Schema.String,
  feedId: Schema.String,
  feedName: Schema.String,
  link: Schema.String,
}).annotate({ identifier: "FeedInList" })
export type FeedInList = typeof FeedInList.Type

/** A feed in an account's list, with its group (empty for none). */
export const FollowedFeed = Schema.Struct({
  ...GuestFollowItem.fields,
  ...FeedInList.fields,
  groupId: Schema.String,
  withCreator: Schema.Boolean,
}).annotate({ identifier: "FollowedFeed" })
export type FollowedFeed = typeof FollowedFeed.Type

/** A person's groups. A group without feeds has one entry with an empty feed id. */
export const UserGroup = Schema.Struct({
  groupData: Schema.Array(Schema.Struct({ feedId: Schema.String, groupId: Schema.String, groupName: Schema.String })),
  feedListData: Schema.Array(FeedInList),
  /** False until the two lists have been loaded. */
  loadData: Schema.Boolean,
}).annotate({ identifier: "UserGroup" })
export type UserGroup = typeof UserGroup.Type
