import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** The facts of what one person follows. What people typed themselves is sealed, and null once the person was erased. */
const person = { personId: Schema.String }
/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Null: in no group. */
const GroupId = Schema.NullOr(Schema.String)
const Name = Schema.NullOr(Schema.String)

/** A feed is followed from now on, which it was not before. */
export const FeedFollowed = Schema.TaggedStruct("follows.FeedFollowed.v1", {
  ...person,
  feedId: Schema.String,
  groupId: GroupId,
  /** Whether the person wants the feed's creator as well: the channel under the feed's code. */
  withCreator: Schema.Boolean,
  followedAt: Time,
})
/** The creator of a feed that is followed already is wanted as well. */
export const CreatorFollowed = Schema.TaggedStruct("follows.CreatorFollowed.v1", {
  ...person,
  feedId: Schema.String,
  followedAt: Time,
})
export const FeedUnfollowed = Schema.TaggedStruct("follows.FeedUnfollowed.v1", {
  ...person,
  feedId: Schema.String,
  unfollowedAt: Time,
})

export const GroupCreated = Schema.TaggedStruct("follows.GroupCreated.v1", {
  ...person,
  groupId: Schema.String,
  name: Name,
  createdAt: Time,
})
export const GroupRenamed = Schema.TaggedStruct("follows.GroupRenamed.v1", {
  ...person,
  groupId: Schema.String,
  name: Name,
  renamedAt: Time,
})
/** A group is gone, and with it the follows of its feeds. */
export const GroupDeleted = Schema.TaggedStruct("follows.GroupDeleted.v1", {
  ...person,
  groupId: Schema.String,
  feedIds: Schema.Array(Schema.String),
  deletedAt: Time,
})
export const FeedMovedToGroup = Schema.TaggedStruct("follows.FeedMovedToGroup.v1", {
  ...person,
  feedId: Schema.String,
  groupId: GroupId,
  movedAt: Time,
})

/** Items whose title or summary has one of these words stay out of the person's newsfeed. */
export const MuteRuleSet = Schema.TaggedStruct("follows.MuteRuleSet.v1", {
  ...person,
  ruleId: Schema.String,
  /** Of this feed alone; null for all. */
  feedId: Schema.NullOr(Schema.String),
  /** Lower case. */
  words: Schema.NullOr(Schema.Array(Schema.String)),
  setAt: Time,
})
export const MuteRuleRemoved = Schema.TaggedStruct("follows.MuteRuleRemoved.v1", {
  ...person,
  ruleId: Schema.String,
  removedAt: Time,
})

export const ItemSaved = Schema.TaggedStruct("follows.ItemSaved.v1", {
  ...person,
  itemId: Schema.String,
  savedAt: Time,
})
export const ItemUnsaved = Schema.TaggedStruct("follows.ItemUnsaved.v1", {
  ...person,
  itemId: Schema.String,
  unsavedAt: Time,
})

/** The person left. Names all there was, so that each read model knows what to drop. */
export const FollowsForgotten = Schema.TaggedStruct("follows.FollowsForgotten.v1", {
  ...person,
  feedIds: Schema.Array(Schema.String),
  /** Feeds that had been followed once. */
  endedFeedIds: Schema.Array(Schema.String),
  groupIds: Schema.Array(Schema.String),
  ruleIds: Schema.Array(Schema.String),
  itemIds: Schema.Array(Schema.String),
  forgottenAt: Time,
})

export const FollowsEvent = Schema.Union([
  FeedFollowed,
  CreatorFollowed,
  FeedUnfollowed,
  GroupCreated,
  GroupRenamed,
  GroupDeleted,
  FeedMovedToGroup,
  MuteRuleSet,
  MuteRuleRemoved,
  ItemSaved,
  ItemUnsaved,
  FollowsForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type FollowsEvent = typeof FollowsEvent.Type

const sealing = (...fields: ReadonlyArray<string>) => ({ subject: "personId", fields })

export const FollowsEvents = makeEventFamily(FollowsEvent, {
  sealed: {
    "follows.GroupCreated.v1": sealing("name"),
    "follows.GroupRenamed.v1": sealing("name"),
    "follows.MuteRuleSet.v1": sealing("words"),
  },
})
