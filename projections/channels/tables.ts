import { is, orNull, type RowOf, table } from "#projections/runner"

/** The owner of each feed, as proven by its publisher. */
export const feedClaim = table(
  "feed_claim",
  { feed_id: is.text, person_id: is.text, place: is.text, claimed_at: is.at },
  { key: ["feed_id"], indexes: ["(person_id)"] },
)

/** The application of each person who wants to be a creator. Times of past rounds are replaced. */
export const application = table(
  "application",
  {
    person_id: is.text,
    /** Id of Home/LoadApplcationRequestStatus. */
    status_id: is.int,
    request_type_id: is.int,
    subject: is.text,
    about: is.text,
    links: is.json<ReadonlyArray<string>>(),
    languages: is.json<ReadonlyArray<string>>(),
    saved_at: is.at,
    submitted_at: orNull(is.at),
    decided_at: orNull(is.at),
    /** The operator who reviews or decided it. */
    reviewer: orNull(is.text),
    reason: orNull(is.text),
    note: orNull(is.text),
  },
  { key: ["person_id"], indexes: ["(status_id, submitted_at)"] },
)
export type ApplicationRow = RowOf<typeof application.columns>

/** All channels of creators. */
export const channel = table(
  "channel",
  {
    channel_id: is.int,
    code: is.text,
    person_id: is.text,
    parent_id: orNull(is.int),
    subject: is.text,
    bio: is.text,
    links: is.json<ReadonlyArray<string>>(),
    languages: is.json<ReadonlyArray<string>>(),
    tags: is.json<ReadonlyArray<string>>(),
    icon: orNull(is.text),
    banner: orNull(is.text),
    /** Ids of Home/LoadUserChannelStatus, LoadChannelDisplayStatus and CommentLevels. */
    status_id: is.int,
    display_status_id: is.int,
    comment_level_id: is.int,
    successor_code: orNull(is.text),
    /** The address of the feed that it moved to; null while it is here. */
    moved_to: orNull(is.text),
    /** Operators withhold it with everything in it. */
    is_withheld: is.bool,
    opened_at: is.at,
  },
  { key: ["channel_id"], indexes: ["(code)", "(person_id)", "(lower(subject) text_pattern_ops)"] },
)
export type ChannelRow = RowOf<typeof channel.columns>
