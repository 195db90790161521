import type { ChatHistory, ChatMessage, Scope, SearchResults, ServerPushes, SocketState } from "#contract/chat"
import { CHAT } from "../../lib/fixedPaths.ts"

/** A room as its members name it: the code of the other person or of the creator. */
export interface RoomAddress {
  readonly scope: Scope
  readonly target: string
}

/** The shown part of a room's history, without gaps. */
export interface RoomHistory extends ChatHistory {
  /** Newer messages exist. */
  readonly HasNewer: boolean
  /** The number up to which nothing is missing. */
  readonly Known: number
  /** Messages that wait for earlier ones. */
  readonly Early: ReadonlyArray<ChatMessage>
}

export type PushedLine = { [C in keyof ServerPushes]: ServerPushes[C] & { readonly Command: C } }[keyof ServerPushes]

/** The chat state (specification, section 3). */
export interface ChatState {
  readonly socketState: SocketState
  readonly historyData: RoomHistory | null
  readonly UnreadCount: number
  readonly showChatPage: boolean
  readonly searchChatData: SearchResults | null
  readonly receivedNewMessage: ChatMessage | null
  /** Pushes other than messages. */
  readonly receivedCommand: PushedLine | null
}

/** The address of a room (specification, section 2). */
export const pathTo = ({ scope, target }: RoomAddress, userName: string): string =>
  `${CHAT}?${new URLSearchParams({ userCode: target, userName, Scope: scope })}`

/** What a message without text is called: its first file, or `picture`. */
export const titleOf = ({ Message, Files = [] }: Pick<ChatMessage, "Message" | "Files">, picture: string): string =>
  Message === "" ? (Files[0]?.Name ?? picture) : Message
