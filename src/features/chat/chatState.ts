import { map } from "nanostores"
import { SOCKET_CONNECTING } from "#contract/chat"
import type { ChatState } from "./wire.ts"

export const NO_CHAT: ChatState = {
  socketState: SOCKET_CONNECTING,
  historyData: null,
  UnreadCount: 0,
  showChatPage: false,
  searchChatData: null,
  receivedNewMessage: null,
  receivedCommand: null,
}

/** The chat state, shared by all parts of a page. */
export const $chat = map<ChatState>({ ...NO_CHAT })
