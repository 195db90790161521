/** What a browser may know of chat: words of the wire, bounds and shapes. Types and constants alone, so that it costs nothing. */
export * from "./limits.ts"

/** What a room is, seen by a person: a direct conversation, or one of a creator's group rooms. */
export const SCOPES = ["Person", "Team", "Subscriber", "Premium"] as const
export type Scope = (typeof SCOPES)[number]
/** The scopes of a creator's group rooms. */
export const GROUP_SCOPES = ["Team", "Subscriber", "Premium"] as const
export type GroupScope = (typeof GROUP_SCOPES)[number]

/** What the socket carries; docs/socket-protocol.md has the grammar. */
export const COMMANDS = [
  ...(["Tk", "Hb", "De", "Rd", "Bc", "Ls", "Lmh", "Lh", "Sh", "Lm"] as const),
  ...(["Ed", "Ty", "Pr", "Rs", "In", "Bl", "Rp", "Rm"] as const),
] as const
export type Command = (typeof COMMANDS)[number]

/** What is answered instead of a payload where permission lacks. */
export const NEED_PERMISSION = "Need Permission"

/** States of the connection (specification, section 4). */
export const SOCKET_OPEN = 1
export const SOCKET_CONNECTING = 0
export const SOCKET_NO_TOKEN = -3
export const SOCKET_CLOSED = 3
export const SOCKET_ERROR = -1
export type SocketState = -3 | -1 | 0 | 1 | 3

/** How a room stands for a person; all but `open` are told as a tip or a question. */
export const ROOM_STATES = [
  "open",
  /** Nobody opened it yet, or nobody wrote. */
  "none",
  "shutPersonal",
  "shutGroup",
  /** Somebody new wrote to this person, who has not answered. */
  "invited",
  /** This person wrote to somebody new, who has not answered. */
  "requested",
  /** This person blocked the other one. */
  "blocked",
  /** One of the two left, or may no longer be written to. */
  "ended",
] as const
export type RoomState = (typeof ROOM_STATES)[number]

export type HistoryDirection = "Older" | "Newer"

/** A message as sockets and calls carry it. Field names are the specification's where it has them. */
export type ChatMessage = {
  readonly Command: "Bc"
  readonly Room: string
  readonly Epoch: number
  readonly Seq: number
  /** Only to who sent it. */
  readonly ClientId?: string
  /** Empty where it was removed, or its author left for good. */
  readonly Message: string
  readonly SenderUserCode: string
  readonly SenderDisplayName: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly TimeStamp: string
  readonly Scope: Scope
  /** In a direct conversation the other person as the receiver sees it, else the creator. */
  readonly TargetUserCode: string
  readonly ReplyTo: number | null
  readonly Edited: boolean
  readonly Removed: boolean
  readonly Pictures: ReadonlyArray<string>
  /** Where it is pushed to who has not answered its sender's request: it counts nowhere. */
  readonly Request?: true
}

export type ChatRoom = {
  readonly Room: string
  readonly Epoch: number
  readonly Scope: Scope
  readonly TargetUserCode: string
  readonly DisplayName: string
  readonly HeaderImage: string | null
  readonly State: RoomState
  readonly Online: boolean
  /** The level that a group room asks for: 1 for everybody signed in, 2 subscribers, 3 premium; 0 for a conversation. */
  readonly Level: number
  /** This person was asked for the conversation and has not answered: what is new in it is part of no sum. */
  readonly Request?: true
}

/** A room with what is new in it. */
export type ChatSummary = ChatRoom & {
  readonly LastMessage: ChatMessage | null
  readonly UnreadCount: number
  /** The number of the last message, and the one up to which this person has read. */
  readonly Head: number
  readonly Read: number
  /** In a conversation that both are in: the number up to which the other one has read. */
  readonly OtherRead?: number
}

/** Somebody who is excluded from a creator's room. */
export type Banned = { readonly UserCode: string; readonly DisplayName: string }

/** A room as what happens in it names it. */
type Named = Pick<ChatRoom, "Room" | "Epoch" | "Scope" | "TargetUserCode">

/** What the server tells by itself: one line of a push, by its command (docs/socket-protocol.md, Pushes). */
export type Told = {
  readonly Bc: ChatMessage
  readonly Ed: Named & Pick<ChatMessage, "Seq" | "Message"> & { readonly Edited: true }
  readonly De: Named & Pick<ChatMessage, "Seq">
  readonly Rd: Named & { readonly UserCode: string; readonly Read: number }
  readonly Ls: ChatRoom
  readonly In: Pick<ChatMessage, "Room" | "Scope" | "SenderUserCode" | "SenderDisplayName" | "Message">
  readonly Ty: Named & { readonly UserCode: string; readonly UserDisplayName: string }
  readonly Pr: { readonly UserCode: string; readonly Online: boolean }
  readonly Rs: { readonly Room: string; readonly Reload: true }
  readonly Tk: object
}

/** A part of a room's history, oldest first. */
export type ChatHistory = {
  readonly Room: string
  readonly Epoch: number
  readonly Messages: ReadonlyArray<ChatMessage>
  readonly HasMore: boolean
  readonly UnreadCount: number
}

/** What a search in history found, newest first. */
export type SearchHistory = { readonly Messages: ReadonlyArray<ChatMessage>; readonly HasMore: boolean }

/** Who is signed in on a socket. */
export type UserInfo = {
  readonly UserCode: string
  readonly UserDisplayName: string
  readonly UnreadCount: number
  readonly Node: string
  readonly TimeMs: number
  readonly HeartbeatMs: number
}
