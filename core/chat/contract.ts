/** Shared with the browser: only types and constants. */

/** A room as a person sees it: a direct conversation, a group room of a creator, or a group among friends. */
export const SCOPES = ["Person", "Team", "Subscriber", "Premium", "Group"] as const
export type Scope = (typeof SCOPES)[number]
/** The rooms of creators. */
export const GROUP_SCOPES = ["Team", "Subscriber", "Premium"] as const
export type GroupScope = (typeof GROUP_SCOPES)[number]

/** Commands of the socket protocol; docs/socket-protocol.md has the grammar. */
export const COMMANDS = [
  ...(["Tk", "Hb", "De", "Rd", "Bc", "Ls", "Lmh", "Lh", "Sh", "Lm"] as const),
  ...(["Ed", "Ty", "Pr", "Rs", "In", "Bl", "Rp", "Rm", "Re"] as const),
] as const
export type Command = (typeof COMMANDS)[number]

/** Sent instead of a payload if permission is missing. */
export const NEED_PERMISSION = "Need Permission"

/** States of the connection (specification, section 4). */
export const SOCKET_OPEN = 1
export const SOCKET_CONNECTING = 0
export const SOCKET_NO_TOKEN = -3
export const SOCKET_CLOSED = 3
export const SOCKET_ERROR = -1
export type SocketState = -3 | -1 | 0 | 1 | 3

/** The state of a room for one person. All except `open` are shown as a notice or a question. */
export const ROOM_STATES = [
  "open",
  /** Not opened yet, or without messages. */
  "none",
  "shutPersonal",
  "shutGroup",
  /** A stranger wrote to this person, who has not answered. */
  "invited",
  /** This person wrote to a stranger, who has not answered. */
  "requested",
  /** This person blocked the other one. */
  "blocked",
  /** One of the two left or cannot be written to. */
  "ended",
] as const
export type ViewerRoomState = (typeof ROOM_STATES)[number]

export type HistoryDirection = "Older" | "Newer"

/** The emoji that people can react with, in the order in which they are shown. */
export const REACTION_EMOJI = ["👍", "❤️", "😂", "🎉", "😮", "😢", "🙏", "👎"] as const
export type ReactionEmoji = (typeof REACTION_EMOJI)[number]

/** One emoji below a message. */
export type ChatReaction = {
  readonly Emoji: string
  readonly Count: number
  /** Whether the reader reacted with it. */
  readonly Own: boolean
  /** At most `REACTION_PEOPLE_SHOWN_MAX` of those who did. */
  readonly People: ReadonlyArray<{ readonly UserCode: string; readonly DisplayName: string }>
}

/** A file of a message. The server judged its kind by its bytes and made the name fit. */
export type ChatFile = {
  readonly Key: string
  readonly Name: string
  readonly Kind: "document" | "text" | "audio" | "video" | "archive"
  readonly Bytes: number
}

/** A message as sockets and calls carry it. The specification fixes the field names. */
export type ChatMessage = {
  readonly Command: "Bc"
  readonly Room: string
  readonly Epoch: number
  readonly Seq: number
  /** Only for its sender. */
  readonly ClientId?: string
  /** Empty if it was removed or its author deleted the account. */
  readonly Message: string
  readonly SenderUserCode: string
  readonly SenderDisplayName: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly TimeStamp: string
  readonly Scope: Scope
  /** The other person in a direct conversation, the creator, or the id of a group. */
  readonly TargetUserCode: string
  readonly ReplyTo: number | null
  readonly Edited: boolean
  readonly Removed: boolean
  readonly Pictures: ReadonlyArray<string>
  /** Files other than pictures; only if there are any. */
  readonly Files?: ReadonlyArray<ChatFile>
  /** Direct and indirect replies, at most `REPLIES_COUNTED_MAX`. Only in pages of history, and only if there are any. */
  readonly Replies?: number
  /** Only in pages of history, and only if there are any. */
  readonly Reactions?: ReadonlyArray<ChatReaction>
  /** Sent to a person who has not answered the request of the sender: it does not count as unread. */
  readonly Request?: true
}

export type ChatRoom = {
  readonly Room: string
  readonly Epoch: number
  readonly Scope: Scope
  readonly TargetUserCode: string
  readonly DisplayName: string
  readonly HeaderImage: string | null
  readonly State: ViewerRoomState
  readonly Online: boolean
  /** The level that a group room requires: 1 signed in, 2 subscriber, 3 premium; 0 for a conversation. */
  readonly Level: number
  /** This person wants no notices about the room. Missing in pushes to all people of a room. */
  readonly Muted?: boolean
  /** This person has not answered the request: its messages do not count as unread. */
  readonly Request?: true
}

/** A room with its last message and unread count. */
export type ChatSummary = ChatRoom & {
  readonly LastMessage: ChatMessage | null
  readonly UnreadCount: number
  /** The number of the newest message, and the number up to which this person has read. */
  readonly Head: number
  readonly Read: number
  /** In an open conversation: the number up to which the other person has read. */
  readonly OtherRead?: number
}

/** A person banned from the room of a creator. */
export type Banned = { readonly UserCode: string; readonly DisplayName: string }

type RoomRef = Pick<ChatRoom, "Room" | "Epoch" | "Scope" | "TargetUserCode">

/** Server pushes by command (docs/socket-protocol.md, Pushes). */
export type ServerPushes = {
  readonly Bc: ChatMessage
  readonly Ed: RoomRef & Pick<ChatMessage, "Seq" | "Message"> & { readonly Edited: true }
  readonly De: RoomRef & Pick<ChatMessage, "Seq">
  readonly Re: RoomRef &
    Pick<ChatMessage, "Seq"> & {
      readonly Emoji: string
      /** How many people react with it now. */
      readonly Count: number
      readonly UserCode: string
      readonly UserDisplayName: string
      readonly On: boolean
    }
  readonly Rd: RoomRef & { readonly UserCode: string; readonly Read: number }
  readonly Ls: ChatRoom
  readonly In: Pick<ChatMessage, "Room" | "Scope" | "SenderUserCode" | "SenderDisplayName" | "Message">
  readonly Ty: RoomRef & { readonly UserCode: string; readonly UserDisplayName: string }
  readonly Pr: { readonly UserCode: string; readonly Online: boolean }
  readonly Rs: { readonly Room: string; readonly Reload: true }
  readonly Tk: object
}

/** A page of history, oldest first. */
export type ChatHistory = {
  readonly Room: string
  readonly Epoch: number
  readonly Messages: ReadonlyArray<ChatMessage>
  readonly HasMore: boolean
  readonly UnreadCount: number
}

/** Search results, newest first. */
export type SearchResults = { readonly Messages: ReadonlyArray<ChatMessage>; readonly HasMore: boolean }

/** The reply to a sign-in. */
export type UserInfo = {
  readonly UserCode: string
  readonly UserDisplayName: string
  readonly UnreadCount: number
  readonly Node: string
  readonly TimeMs: number
  readonly HeartbeatMs: number
  /** The era of the log. In another one, messages and numbers that a client knows may be gone or others. */
  readonly Era: string
}

/** In UTF-16 code units. */
export const MESSAGE_LENGTH_MAX = 4_000
/** Last messages in room lists are cut to this length and end with an ellipsis. */
export const LAST_MESSAGE_LENGTH_MAX = 160
/** Pictures per message, and characters of a picture key. */
export const PICTURES_MAX = 4
export const PICTURE_KEY_LENGTH_MAX = 64
/** Files other than pictures per message, and characters of a file name. */
export const FILES_MAX = 4
export const FILE_NAME_LENGTH_MAX = 256
/** Characters of the message id that a client chooses. */
export const CLIENT_ID_LENGTH_MAX = 36
/** Characters of the reason of a report, and reports per person. */
export const REASON_LENGTH_MAX = 500
export const REPORTS_MAX = 1_000
/** Replies to one message that are counted and shown in a thread. */
export const REPLIES_COUNTED_MAX = 1_000
/** Reactions of all people to one message, and people that are named per emoji. */
export const REACTIONS_PER_MESSAGE_MAX = 1_000
export const REACTION_PEOPLE_SHOWN_MAX = 10
/** Messages to a stranger before an answer. */
export const UNANSWERED_MAX = 5
/** Strangers that one person may write to within a day. */
export const STRANGERS_A_DAY_MAX = 50
/** People blocked by one person, and people banned from one room. */
export const BLOCKS_MAX = 1_000
export const BANS_MAX = 1_000
/** Bans in a list: the newest ones. */
export const BANS_SHOWN_MAX = 200
/** Members of a group among friends, its owner included, and characters of its name. */
export const GROUP_MEMBERS_MAX = 50
export const GROUP_NAME_LENGTH_MAX = 60
/** Rooms in the list of a person; the least active ones are left out. */
export const ROOMS_PER_PERSON_MAX = 500
/** Default and maximum number of messages on a page of history. */
export const HISTORY_PAGE = 30
export const HISTORY_PAGE_MAX = 100
/** Entries on a page of the message list. */
export const MESSAGE_LIST_PAGE = 20
/** Higher counts are shown as this number and a plus. */
export const UNREAD_SHOWN_MAX = 999
/** Characters of a history search. */
export const SEARCH_TEXT_LENGTH_MAX = 200
