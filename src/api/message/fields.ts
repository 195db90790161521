import { Effect, Schema } from "effect"
import { MESSAGE_LIST_PAGE, SCOPES } from "#contract/chat"
import { PageFilter } from "#contract/feeds"
import { MESSAGE_TYPES } from "#contract/notifications"

/** The page that is asked for, a first page of 20 where nothing is said. */
export const MessageFilter = Schema.Struct(PageFilter.fields).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: MESSAGE_LIST_PAGE, page: 1 })),
)

export const MessageTypeField = Schema.Literals(MESSAGE_TYPES)
const OneType = Schema.Literals(["System", "Account", "Chat", "Invite"])

/** One message: a notice of the site, or what somebody wrote. */
export const Message = Schema.Struct({
  messageId: Schema.String,
  type: OneType,
  /** Of a notice what it is about, else what the other person is called. */
  title: Schema.String,
  /** Empty where it was removed, or its author left for good. */
  message: Schema.String,
  /** Where it leads on the site; empty where nowhere. */
  link: Schema.String,
  senderUserCode: Schema.String,
  senderDisplayName: Schema.String,
  /** The other person of a conversation; empty for a notice. */
  targetUserCode: Schema.String,
  /** The number of the message in its conversation, or of the notice among all. */
  seq: Schema.Int,
  /** Milliseconds since 1970. */
  time: Schema.Finite,
  read: Schema.Boolean,
  edited: Schema.Boolean,
  removed: Schema.Boolean,
  /** Key of the picture of who the conversation is with; null for none, and for a notice. */
  headerImage: Schema.NullOr(Schema.String),
  /** Keys of pictures. */
  pictures: Schema.Array(Schema.String),
}).annotate({ identifier: "Message" })
export type Message = typeof Message.Type

export const UnreadCount = Schema.Struct({ UnreadCount: Schema.Int })

/** A page of messages, newest first; with how many there are, and how many the person has not read of all they got. */
export const MessageList = Schema.Struct({
  messages: Schema.Array(Message),
  total: Schema.Int,
  hasMore: Schema.Boolean,
  ...UnreadCount.fields,
  /** How many of those others wrote. */
  chatUnreadCount: Schema.Int,
}).annotate({ identifier: "MessageList" })
export type MessageList = typeof MessageList.Type

/** One line of the list: the notices of one type, a conversation, or a room of a creator. */
export const MessageThread = Schema.Struct({
  type: OneType,
  /** `Person` for a conversation; empty for notices. */
  scope: Schema.Literals(["", ...SCOPES]),
  targetUserCode: Schema.String,
  title: Schema.String,
  headerImage: Schema.NullOr(Schema.String),
  /** How the room stands for the person; `open` for notices. */
  state: Schema.String,
  last: Schema.NullOr(Message),
  ...UnreadCount.fields,
}).annotate({ identifier: "MessageThread" })
export type MessageThread = typeof MessageThread.Type
