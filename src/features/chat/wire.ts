import type { ChatHistory, ChatMessage, Scope, SearchResults, ServerPushes, SocketState } from "#contract/chat"

/** A room as somebody who is in it names it: the other person's code, or the creator's. */
export interface RoomAddress {
  readonly scope: Scope
  readonly target: string
}

/** The part of a room's history that is shown: one stretch of it without a gap. */
export interface RoomHistory extends ChatHistory {
  /** Whether newer messages than these are known. */
  readonly HasNewer: boolean
  /** The number up to which nothing is missing. */
  readonly Known: number
  /** Came early: shown when what is before them is there. */
  readonly Early: ReadonlyArray<ChatMessage>
}

/** Something that the server told by itself. */
export type PushedLine = { [C in keyof ServerPushes]: ServerPushes[C] & { readonly Command: C } }[keyof ServerPushes]

/** The chat state of the specification, section 3. */
export interface ChatState {
  readonly socketState: SocketState
  readonly historyData: RoomHistory | null
  readonly UnreadCount: number
  readonly showChatPage: boolean
  readonly searchChatData: SearchResults | null
  readonly receivedNewMessage: ChatMessage | null
  /** Beside new messages. */
  readonly receivedCommand: PushedLine | null
}
