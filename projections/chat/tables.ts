import type { QuietHours } from "#core/chat"
import { is, orNull, table } from "#projections/runner"

/** Every room: a conversation of two, a creator's room, or a creator's door (scope `Person` with an owner). */
export const chatRoom = table(
  "chat_room",
  {
    room_id: is.text,
    /** Position of the first event. */
    epoch: is.bigint,
    scope: is.textOf<"Person" | "Team" | "Subscriber" | "Premium">(),
    owner_id: orNull(is.text),
    /** The two of a conversation. */
    one_id: orNull(is.text),
    other_id: orNull(is.text),
    status: is.textOf<"open" | "shut">(),
    /** The number of the newest message. */
    head: is.int,
    /** When that was posted, else when the room was opened. */
    last_at: is.at,
  },
  { key: ["room_id"], indexes: ["(owner_id) where owner_id is not null"], storage: "fillfactor = 70" },
)

/**
 * Every message. Text and words are gone where it was removed or its author left for good. Words are entered into their
 * index at once, because a list of what is still to be entered would be read by every search.
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
    /** Never earlier than the message before. */
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
      "(sender_id, room_id, seq) where not is_forgotten",
      "using gin (words) with (fastupdate = off)",
    ],
  },
)

/** The last message of each author in a room: who wrote it has read it. */
export const chatAuthor = table(
  "chat_author",
  { room_id: is.text, person_id: is.text, seq: is.int },
  { key: ["room_id", "person_id"], storage: "fillfactor = 70" },
)

/** Who is banned from a room. */
export const chatBan = table(
  "chat_ban",
  { room_id: is.text, person_id: is.text, banned_at: is.at },
  { key: ["room_id", "person_id"] },
)

/** The places of people in rooms; `none` where they only read. */
export const chatSeat = table(
  "chat_seat",
  {
    room_id: is.text,
    person_id: is.text,
    status: is.textOf<"none" | "invited" | "ignored" | "joined" | "left">(),
    invited_by: orNull(is.text),
    /** The number up to which was read, as far as it was said; one's own messages stand in `chat_author`. */
    read: is.int,
    changed_at: is.at,
  },
  { key: ["room_id", "person_id"], indexes: ["(person_id)"], storage: "fillfactor = 70" },
)

/** What people decide for all rooms. */
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

/** Messages that somebody reported. */
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

/** The levels that people were given with creators, and since when each of their rooms is open to them without a pause. */
export const chatGrant = table(
  "chat_grant",
  {
    creator_id: is.text,
    person_id: is.text,
    level: is.int,
    granted_at: is.at,
    subscriber_at: is.at,
    premium_at: orNull(is.at),
  },
  { key: ["creator_id", "person_id"], indexes: ["(person_id)"] },
)
