import type { MessageFile, QuietHours } from "#core/chat"
import { is, orNull, table } from "#projections/runner"

/** Conversations, group rooms and personal rooms (scope `Person` with an owner). */
export const chatRoom = table(
  "chat_room",
  {
    room_id: is.text,
    /** Position of the first event. */
    epoch: is.bigint,
    scope: is.textOf<"Person" | "Team" | "Subscriber" | "Premium" | "Group">(),
    owner_id: orNull(is.text),
    /** The two people of a conversation. */
    one_id: orNull(is.text),
    other_id: orNull(is.text),
    status: is.textOf<"open" | "shut">(),
    /** The number of the newest message. */
    head: is.int,
    /** Its time, or the time of opening. */
    last_at: is.at,
  },
  { key: ["room_id"], indexes: ["(owner_id) where owner_id is not null"], storage: "fillfactor = 70" },
)

/**
 * All messages. Removed and forgotten ones have no text and no words. `fastupdate` is off, because every search would
 * read the list of pending index entries.
 */
export const chatMessage = table(
  "chat_message",
  {
    room_id: is.text,
    seq: is.int,
    sender_id: is.text,
    client_id: is.text,
    text: orNull(is.text),
    reply_to: orNull(is.int),
    pictures: is.texts,
    /** Null without files. */
    files: orNull(is.json<ReadonlyArray<MessageFile>>()),
    /** Never decreases within a room. */
    posted_at: is.at,
    edited_at: orNull(is.at),
    removed_at: orNull(is.at),
    is_forgotten: is.bool,
    words: is.vector,
  },
  {
    key: ["room_id", "seq"],
    indexes: [
      "(room_id, posted_at, seq)",
      "(room_id, reply_to) where reply_to is not null",
      "(sender_id, room_id, seq) where not is_forgotten",
      "using gin (words) with (fastupdate = off)",
    ],
  },
)

/** Groups among friends. Their members have seats in the room of the group. */
export const chatGroup = table(
  "chat_group",
  {
    group_id: is.text,
    /** Null after the last member left. */
    owner_id: orNull(is.text),
    /** Null if the person who gave it left or was erased. */
    name: orNull(is.text),
    named_by: is.text,
  },
  { key: ["group_id"] },
)

/** The last message of each author in a room, who has therefore read it. */
export const chatAuthor = table(
  "chat_author",
  { room_id: is.text, person_id: is.text, seq: is.int },
  { key: ["room_id", "person_id"], storage: "fillfactor = 70" },
)

export const chatBan = table(
  "chat_ban",
  {
    room_id: is.text,
    person_id: is.text,
    /** Empty for a ban of the creator; otherwise why operators banned the person. */
    cause: is.text,
    banned_at: is.at,
  },
  { key: ["room_id", "person_id", "cause"] },
)

/** Roles of people in rooms; `none` for people who only read. */
export const chatSeat = table(
  "chat_seat",
  {
    room_id: is.text,
    person_id: is.text,
    status: is.textOf<"none" | "invited" | "ignored" | "joined" | "left">(),
    invited_by: orNull(is.text),
    /** The read pointer; own messages are in `chat_author`. */
    read: is.int,
    /** The person wants no notices about the room. */
    is_muted: is.bool,
    changed_at: is.at,
  },
  { key: ["room_id", "person_id"], indexes: ["(person_id)"], storage: "fillfactor = 70" },
)

/** Who reacted to a message. */
export const chatReaction = table(
  "chat_reaction",
  { room_id: is.text, seq: is.int, emoji: is.text, person_id: is.text },
  { key: ["room_id", "seq", "emoji", "person_id"], indexes: ["(person_id)"] },
)

/** How many people reacted to a message with an emoji. */
export const chatReactionCount = table(
  "chat_reaction_count",
  { room_id: is.text, seq: is.int, emoji: is.text, count: is.int },
  { key: ["room_id", "seq", "emoji"], storage: "fillfactor = 70" },
)

export const chatPerson = table(
  "chat_person",
  { person_id: is.text, hours: orNull(is.json<QuietHours>()), is_forgotten: is.bool },
  { key: ["person_id"] },
)

export const chatBlock = table(
  "chat_block",
  { person_id: is.text, blocked_id: is.text, blocked_at: is.at },
  { key: ["person_id", "blocked_id"] },
)

export const chatReport = table(
  "chat_report",
  {
    person_id: is.text,
    room_id: is.text,
    seq: is.int,
    sender_id: is.text,
    reason: orNull(is.text),
    reported_at: is.at,
  },
  { key: ["person_id", "room_id", "seq"], indexes: ["(reported_at desc)"] },
)

/**
 * Levels of people, and since when each group room is open without a pause. A person may have several with one creator:
 * an operator's grant and one from each of their subscription rules. The highest counts.
 */
export const chatGrant = table(
  "chat_grant",
  {
    creator_id: is.text,
    person_id: is.text,
    /** `grant`, or `rule.` and the number of the rule. */
    source: is.text,
    level: is.int,
    granted_at: is.at,
    subscriber_at: is.at,
    premium_at: orNull(is.at),
  },
  { key: ["creator_id", "person_id", "source"], indexes: ["(person_id)"] },
)
