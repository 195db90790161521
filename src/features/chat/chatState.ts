import { map } from "nanostores"
import { SOCKET_CONNECTING } from "#contract/chat"
import type { ChatState, PushedLine } from "./wire.ts"

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

/** The cached unread count, shown before the connection is open. Cleared on sign-out by its prefix. */
const KEY = "quire:chat:unread"

export const cachedUnread = (userCode: string): number => {
  try {
    const [whose, count] = (localStorage.getItem(KEY) ?? "").split(" ")
    return whose === userCode ? Number(count) || 0 : 0
  } catch {
    return 0
  }
}

export const cacheUnread = (userCode: string, count: number): void => {
  try {
    localStorage.setItem(KEY, `${userCode} ${count}`)
  } catch {
    // Without storage each page asks again.
  }
}

/**
 * The unread count after a push; undefined if it must be requested. Requests of strangers count once they are answered.
 */
export const unreadAfter = (count: number, pushed: PushedLine, userCode: string): number | undefined => {
  switch (pushed.Command) {
    case "Bc":
      return pushed.SenderUserCode === userCode || pushed.Request === true ? count : count + 1
    case "Rd":
      // Read on another device.
      return pushed.UserCode === userCode ? undefined : count
    case "Ls":
      // Messages of a lost room no longer count; those of an answered request do.
      return pushed.Request === true ? count : undefined
    default:
      return count
  }
}
