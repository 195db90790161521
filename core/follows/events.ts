import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Events of one person's follows. Texts that people typed are sealed, and null after erasure. */
const person = { personId: Schema.String }
/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Null: in no group. */
const GroupId = Schema.NullOr(Schema.String)
const Name = Schema.NullOr(Schema.String)

/** A feed that was not followed is followed now. */
export const FeedFollowed = Schema.TaggedStruct("follows.FeedFollowed.v1", {
  ...person,
  feedId: Schema.String,
  groupId: GroupId,
  /** Whether the feed's creator (the channel under the feed's code) is followed too. */
  withCreator: Schema.Boolean,
  followedAt: Time,
})
/** The creator of an already followed feed is followed too. */
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
/** A group was deleted, and the follows of its feeds ended with it. */
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

/** Items that contain one of these words in title or summary are hidden from the person's newsfeed. */
export const MuteRuleSet = Schema.TaggedStruct("follows.MuteRuleSet.v1", {
  ...person,
  ruleId: Schema.String,
  /** The feed that the rule applies to; null for all feeds. */
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

/** Items of followed feeds that arrive from now on and contain one of these words are marked as read, or saved. */
export const ItemRuleSet = Schema.TaggedStruct("follows.ItemRuleSet.v1", {
  ...person,
  ruleId: Schema.String,
  /** The feed that the rule applies to; null for all followed feeds. */
  feedId: Schema.NullOr(Schema.String),
  /** Lower case. Without words, the rule applies to every item of its feed. */
  words: Schema.NullOr(Schema.Array(Schema.String)),
  action: Schema.Literals(["read", "save"]),
  /** Tags of items that are saved, lower case. */
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  setAt: Time,
})
export const ItemRuleRemoved = Schema.TaggedStruct("follows.ItemRuleRemoved.v1", {
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

/** What a person noted on a saved item, all of it. It ends with the saved item. */
export const SavedItemAnnotated = Schema.TaggedStruct("follows.SavedItemAnnotated.v1", {
  ...person,
  itemId: Schema.String,
  /** Lower case. */
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  note: Schema.NullOr(Schema.String),
  /** Passages of the article. */
  highlights: Schema.NullOr(Schema.Array(Schema.String)),
  annotatedAt: Time,
})

/** The account was deleted. Lists everything there was, so that each read model knows what to delete. */
export const FollowsForgotten = Schema.TaggedStruct("follows.FollowsForgotten.v1", {
  ...person,
  feedIds: Schema.Array(Schema.String),
  /** Feeds that had been unfollowed before. */
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
  ItemRuleSet,
  ItemRuleRemoved,
  ItemSaved,
  ItemUnsaved,
  SavedItemAnnotated,
  FollowsForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type FollowsEvent = typeof FollowsEvent.Type

const sealing = (...fields: ReadonlyArray<string>) => ({ subject: "personId", fields })

export const FollowsEvents = makeEventFamily(FollowsEvent, {
  sealed: {
    "follows.GroupCreated.v1": sealing("name"),
    "follows.GroupRenamed.v1": sealing("name"),
    "follows.MuteRuleSet.v1": sealing("words"),
    "follows.ItemRuleSet.v1": sealing("words", "tags"),
    "follows.SavedItemAnnotated.v1": sealing("tags", "note", "highlights"),
  },
})
