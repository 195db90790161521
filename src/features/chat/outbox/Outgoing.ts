import type { RoomAddress } from "../wire.ts"

/** A message on its way: kept in the browser until the server has it. */
export interface Outgoing extends RoomAddress {
  /** Chosen here, the same at every attempt: the server keeps a message once however often it comes. */
  readonly clientId: string
  /** Who wrote it. */
  readonly userCode: string
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  /** When it was written, in milliseconds since 1970. */
  readonly atMs: number
  /** What the server said where it refused it: waits for its writer's decision. */
  readonly refused: { readonly text: string; readonly key: string } | null
}

/** What the server answers: the message has this number now. */
export interface Posted {
  readonly Room: string
  readonly Epoch: number
  readonly Seq: number
  readonly TimeStamp: string
}

/** Messages that one browser may keep waiting; beyond, the writer is told. */
export const OUTGOING_MAX = 200
