import { atom } from "nanostores"

/** A message as calls return it (src/api/message/fields.ts). */
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
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly url: string }>
}

/** The payload of a message list. */
export type MessageState = {
  readonly messages: ReadonlyArray<ShownMessage>
  readonly total: number
  readonly hasMore: boolean
  readonly UnreadCount: number
  /** How many of the unread messages are from people. */
  readonly chatUnreadCount: number
}

/** The last loaded list; null before the first. */
export const $messages = atom<MessageState | null>(null)
