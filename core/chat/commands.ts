import type { GroupScope, ReactionEmoji, Scope } from "./contract.ts"
import type { MessageFile } from "./events.ts"
import type { RoomAddress } from "./ids.ts"

/** A person id; null for a guest, who may do nothing here. */
export type CallerId = string | null
/** Stands for operators where a creator or an operator may act. The actor of the command says who it was. */
export const OPERATOR = "operator"

export type RoomRequest = { readonly by: CallerId; readonly room: RoomAddress }
export type MessageRequest = RoomRequest & { readonly seq: number }
/** Adds or removes a reaction. */
export type ReactRequest = MessageRequest & { readonly emoji: ReactionEmoji; readonly isOn: boolean }
export type PersonRequest = { readonly by: CallerId; readonly personId: string }
export type OwnedRoomRequest = { readonly by: CallerId; readonly ownerId: string; readonly scope: Scope }
export type MemberRequest = {
  readonly by: CallerId
  readonly room: { readonly scope: GroupScope; readonly ownerId: string }
  readonly personId: string
}

export type PostRequest = RoomRequest & {
  /** Chosen by the client; the same for every retry. */
  readonly clientId: string
  readonly text: string
  readonly replyTo: number | null
  /** Keys of stored pictures. */
  readonly pictures: ReadonlyArray<string>
  /** Stored files other than pictures. */
  readonly files?: ReadonlyArray<MessageFile>
}

export type PostResult = {
  readonly roomId: string
  readonly epoch: number
  readonly seq: number
  readonly sentAtIso: string
  /** The message had already been posted: number and time are those of the first time. */
  readonly repeated: boolean
  /** Log position from which the message can be read. */
  readonly position: number
}

/** `position`: log position from which the change can be read; 0 if nothing had to change. */
export type CommandResult = { readonly roomId: string; readonly position: number }
