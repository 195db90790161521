import type { GroupScope, Scope } from "./contract.ts"
import type { RoomAddress } from "./ids.ts"

/** A person's id; null for a guest, who may do nothing here. */
export type By = string | null
/** Stands for operators where a creator or an operator may act. Who it was is the actor of the command under way. */
export const OPERATOR = "operator"

export type InRoom = { readonly by: By; readonly room: RoomAddress }
export type AtMessage = InRoom & { readonly seq: number }
export type OfPerson = { readonly by: By; readonly personId: string }
export type OfRoom = { readonly by: By; readonly ownerId: string; readonly scope: Scope }
export type OfMember = {
  readonly by: By
  readonly room: { readonly scope: GroupScope; readonly ownerId: string }
  readonly personId: string
}

export type Post = InRoom & {
  /** Chosen by the client, and the same whenever it tries again. */
  readonly clientId: string
  readonly text: string
  readonly replyTo: number | null
  /** Keys of stored pictures. */
  readonly pictures: ReadonlyArray<string>
}

export type Posted = {
  readonly roomId: string
  readonly epoch: number
  readonly seq: number
  readonly sentAtIso: string
  /** It had been posted before: these are the number and the time of then. */
  readonly repeated: boolean
  /** Of the log, from which on the message can be read. */
  readonly position: number
}

/** The position of the log from which on what was done can be read; 0 where nothing had to be done. */
export type Done = { readonly roomId: string; readonly position: number }
