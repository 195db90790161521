import { Effect, Schema } from "effect"
import { MESSAGE_LIST_PAGE, SCOPES } from "#contract/chat"
import { PageFilter } from "#contract/feeds"
import { MESSAGE_FILE_KINDS } from "#contract/media"
import { MESSAGE_TYPES } from "#contract/notifications"

/** The requested page; the first 20 by default. */
export const MessageFilter = Schema.Struct(PageFilter.fields).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: MESSAGE_LIST_PAGE, page: 1 })),
)

export const MessageTypeField = Schema.Literals(MESSAGE_TYPES)
const OneType = Schema.Literals(["System", "Account", "Chat", "Invite"])

/** A file of a message, other than a picture. */
export const MessageFile = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(MESSAGE_FILE_KINDS),
  bytes: Schema.Int,
  /** A path of the site, which downloads the file. */
  url: Schema.String,
}).annotate({ identifier: "MessageFile" })

/** A notice, or a message of a conversation. */
export const Message = Schema.Struct({
  messageId: Schema.String,
  type: OneType,
  /** The title of a notice, or the name of the other person. */
  title: Schema.String,
  /** Empty if it was removed or its author deleted the account. */
  message: Schema.String,
  /** A path of the site, or empty. */
  link: Schema.String,
  senderUserCode: Schema.String,
  senderDisplayName: Schema.String,
  /** The other person of a conversation; empty for a notice. */
  targetUserCode: Schema.String,
  /** The number of the message in its conversation, or of the notice. */
  seq: Schema.Int,
  /** Milliseconds since 1970. */
  time: Schema.Finite,
  read: Schema.Boolean,
  edited: Schema.Boolean,
  removed: Schema.Boolean,
  /** Picture key of the other person; null for none and for notices. */
  headerImage: Schema.NullOr(Schema.String),
  /** Picture keys. */
  pictures: Schema.Array(Schema.String),
  files: Schema.Array(MessageFile),
  /** The number of the answered message. */
  replyTo: Schema.NullOr(Schema.Int),
  /** Direct and indirect replies; 0 in lists of last messages. */
  replies: Schema.Int,
  /** Emoji, how many people reacted with each, and whether the caller did; empty in lists of last messages. */
  reactions: Schema.Array(Schema.Struct({ emoji: Schema.String, count: Schema.Int, own: Schema.Boolean })),
}).annotate({ identifier: "Message" })
export type Message = typeof Message.Type

export const UnreadCount = Schema.Struct({ UnreadCount: Schema.Int })

/** A page of messages, newest first, with total and unread counts. */
export const MessageList = Schema.Struct({
  messages: Schema.Array(Message),
  total: Schema.Int,
  hasMore: Schema.Boolean,
  ...UnreadCount.fields,
  /** How many of the unread messages are from people. */
  chatUnreadCount: Schema.Int,
}).annotate({ identifier: "MessageList" })
export type MessageList = typeof MessageList.Type

/** One entry of the list: notices of one type, a conversation, or a group room. */
export const MessageThread = Schema.Struct({
  type: OneType,
  /** `Person` for a conversation; empty for notices. */
  scope: Schema.Literals(["", ...SCOPES]),
  targetUserCode: Schema.String,
  title: Schema.String,
  headerImage: Schema.NullOr(Schema.String),
  /** The state of the room for the person; `open` for notices. */
  state: Schema.String,
  last: Schema.NullOr(Message),
  ...UnreadCount.fields,
}).annotate({ identifier: "MessageThread" })
export type MessageThread = typeof MessageThread.Type
