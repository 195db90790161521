import type { ChatFile, ChatMessage, Scope } from "#contract/chat"
import { isConversation, type MessageFile, otherOf, type RoomAddress } from "#core/chat"

/** A message as nodes keep it and send it to each other. */
export type RoomMessage = {
  readonly seq: number
  readonly senderId: string
  readonly senderCode: string
  readonly senderName: string
  readonly clientId: string
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  readonly files: ReadonlyArray<MessageFile>
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string
  readonly edited: boolean
  readonly removed: boolean
}

/** A room and how its readers name it. */
export type RoomView = {
  readonly roomId: string
  readonly address: RoomAddress
  readonly epoch: number
  /** User codes of the creator, or of both people of a conversation. */
  readonly codes: ReadonlyMap<string, string>
}

/** The target code for one reader. A group room has the same one for everyone. */
export const targetOf = ({ address, codes }: Pick<RoomView, "address" | "codes">, readerId: string): string =>
  codes.get(isConversation(address) ? otherOf(address, readerId) : address.ownerId) ?? ""

export const scopeOf = (address: RoomAddress): Scope => address.scope

/** The files of a message as the socket sends them: absent if there are none. */
export const filesOf = ({
  files,
}: {
  readonly files: ReadonlyArray<MessageFile> | null
}): { readonly Files?: ReadonlyArray<ChatFile> } =>
  files === null || files.length === 0
    ? {}
    : { Files: files.map(({ key, name, kind, bytes }) => ({ Key: key, Name: name, Kind: kind, Bytes: bytes })) }

/** A message as the socket sends it to one reader; null for everyone in a group room. */
export const messageFor = (view: RoomView, message: RoomMessage, readerId: string | null): ChatMessage => ({
  Command: "Bc",
  Room: view.roomId,
  Epoch: view.epoch,
  Seq: message.seq,
  Message: message.removed ? "" : message.text,
  SenderUserCode: message.senderCode,
  SenderDisplayName: message.senderName,
  TimeStamp: message.at,
  Scope: scopeOf(view.address),
  TargetUserCode: targetOf(view, readerId ?? ""),
  ReplyTo: message.replyTo,
  Edited: message.edited,
  Removed: message.removed,
  Pictures: message.removed ? [] : message.pictures,
  ...(message.removed ? {} : filesOf(message)),
  ...(readerId === message.senderId ? { ClientId: message.clientId } : {}),
})
