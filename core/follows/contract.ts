/** What a browser may know of follows: limits, how names are compared, and the shape of what a guest keeps. */
import { Schema } from "effect"

export { cleanGroupName, isSameGroupName } from "./groupName.ts"
export {
  ACCOUNT_FEEDS_MAX,
  ACCOUNT_GROUPS_MAX,
  GROUP_NAME_LENGTH_MAX,
  GUEST_FEEDS_MAX,
  GUEST_GROUPS_MAX,
  MERGED_ITEMS_MAX,
  MUTE_WORD_LENGTH_MAX,
  MUTE_WORDS_MAX,
} from "./limits.ts"

/** What a call says that a feed is to be: 1 not followed, 2 followed. */
export const UNFOLLOWED = 1 as const
export const FOLLOWED = 2 as const

/** A feed as somebody may follow it. `subsribers` is spelt so on the wire. Times are milliseconds since 1970. */
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

/** What a guest keeps of a followed feed. An item with an empty id stands for a group without feeds. */
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

/** A feed in the list of what an account follows: with its group, empty for none, and what a page shows of it. */
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
  /** Whether the two lists hold what is followed, or nothing was loaded yet. */
  loadData: Schema.Boolean,
}).annotate({ identifier: "UserGroup" })
export type UserGroup = typeof UserGroup.Type
export { MARKED_AT_ONCE_MAX } from "./reading/sizes.ts"
