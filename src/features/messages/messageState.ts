import { atom } from "nanostores"

/** One message, as calls answer it (src/api/message/fields.ts). */
export type ShownMessage = {
  readonly messageId: string
  readonly type: "System" | "Account" | "Chat" | "Invite"
  readonly title: string
  readonly message: string
  readonly link: string
  readonly senderUserCode: string
  readonly senderDisplayName: string
  readonly targetUserCode: string
  readonly seq: number
  readonly time: number
  readonly read: boolean
  readonly edited: boolean
  readonly removed: boolean
  readonly headerImage: string | null
  readonly pictures: ReadonlyArray<string>
}

/** The payload of a message list. */
export type MessageState = {
  readonly messages: ReadonlyArray<ShownMessage>
  readonly total: number
  readonly hasMore: boolean
  readonly UnreadCount: number
  /** How many of those others wrote. */
  readonly chatUnreadCount: number
}

/** The message state: the list that was loaded last; null before that. */
export const $messages = atom<MessageState | null>(null)
