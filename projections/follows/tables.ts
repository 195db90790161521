import { is, orNull, type RowOf, table } from "#projections/runner"

/** Each feed that a person follows or used to follow. */
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
    /** Position of the event that put it into its group: feeds are ordered by it. */
    position: is.bigint,
  },
  { key: ["person_id", "feed_id"], indexes: ["(feed_id, person_id) where ended_at is null"] },
)

/** The groups of a person. A name is null after erasure. */
export const followGroup = table(
  "follow_group",
  { person_id: is.text, group_id: is.text, name: orNull(is.text), position: is.bigint },
  { key: ["person_id", "group_id"] },
)

/** Words hidden from a person's newsfeed, in one feed or, if `feed_id` is null, in all. */
export const muteRule = table(
  "mute_rule",
  { person_id: is.text, rule_id: is.text, feed_id: orNull(is.text), words: is.texts },
  { key: ["person_id", "rule_id"] },
)

/** Rules of people that mark or save items of one feed or, if `feed_id` is null, of all that they follow. */
export const itemRule = table(
  "item_rule",
  {
    person_id: is.text,
    rule_id: is.text,
    feed_id: orNull(is.text),
    words: is.texts,
    action: is.text,
    tags: is.texts,
    position: is.bigint,
  },
  { key: ["person_id", "rule_id"] },
)

/** Items that people have saved, with what they noted on them. */
export const savedItem = table(
  "saved_item",
  {
    person_id: is.text,
    item_id: is.text,
    saved_at: is.at,
    position: is.bigint,
    tags: is.texts,
    note: is.text,
    highlights: is.texts,
  },
  { key: ["person_id", "item_id"], indexes: ["(person_id, position desc)"] },
)

/** Everyone who ever followed something, with the position of their newest event: the state is as of that position. */
export const follower = table("follower", { person_id: is.text, position: is.bigint }, { key: ["person_id"] })

/** The number of followers of each feed. */
export const feedFollowers = table("feed_followers", { feed_id: is.text, followers: is.int }, { key: ["feed_id"] })
export type FeedFollowersRow = RowOf<typeof feedFollowers.columns>
