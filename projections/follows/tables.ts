import { is, orNull, type RowOf, table } from "#projections/runner"

/** Each feed that a person follows, or followed once. */
export const follow = table(
  "follow",
  {
    person_id: is.text,
    feed_id: is.text,
    group_id: orNull(is.text),
    with_creator: is.bool,
    followed_at: is.at,
    /** Null while it is followed. */
    ended_at: orNull(is.at),
    /** Of the fact that put it where it is: a feed stands behind those that were there before. */
    position: is.bigint,
  },
  { key: ["person_id", "feed_id"] },
)

/** The groups of a person. A name is null once the person was erased. */
export const followGroup = table(
  "follow_group",
  { person_id: is.text, group_id: is.text, name: orNull(is.text), position: is.bigint },
  { key: ["person_id", "group_id"] },
)

/** What stays out of a person's newsfeed: of one feed or, where `feed_id` is null, of all. */
export const muteRule = table(
  "mute_rule",
  { person_id: is.text, rule_id: is.text, feed_id: orNull(is.text), words: is.texts },
  { key: ["person_id", "rule_id"] },
)

/** Items that people keep for later. */
export const savedItem = table(
  "saved_item",
  { person_id: is.text, item_id: is.text, saved_at: is.at, position: is.bigint },
  { key: ["person_id", "item_id"], indexes: ["(person_id, position desc)"] },
)

/** Everybody who ever followed something, with the position of the newest fact about it: what it shows is as of then. */
export const follower = table("follower", { person_id: is.text, position: is.bigint }, { key: ["person_id"] })

/** How many people follow a feed. */
export const feedFollowers = table("feed_followers", { feed_id: is.text, followers: is.int }, { key: ["feed_id"] })
export type FeedFollowersRow = RowOf<typeof feedFollowers.columns>
