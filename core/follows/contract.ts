/** What a browser may know of follows: the guest's limits and the shape of what a guest keeps. */
import { Schema } from "effect"

export { GROUP_NAME_LENGTH_MAX, GUEST_FEEDS_MAX, GUEST_GROUPS_MAX } from "./limits.ts"

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
