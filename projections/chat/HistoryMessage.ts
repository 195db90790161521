import type { SqlClient } from "#core/kernel"

/** A message as history has it. */
export type HistoryMessage = {
  readonly roomId: string
  readonly seq: number
  readonly clientId: string
  readonly senderId: string
  /** "" for who left for good. */
  readonly senderCode: string
  readonly senderName: string
  /** "" where it was removed. */
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  readonly sentAtIso: string
  readonly isEdited: boolean
  readonly isRemoved: boolean
}

/** What is read of a message: of `m`, and of its author `a`. */
export const messageColumns = (sql: SqlClient) => sql`
  m.room_id as "roomId", m.seq, m.client_id as "clientId", m.sender_id as "senderId",
  coalesce(a.user_code, '') as "senderCode", coalesce(a.display_name, '') as "senderName",
  coalesce(m.text, '') as text, m.reply_to as "replyTo", m.pictures,
  to_char(m.posted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAtIso",
  m.edited_at is not null as "isEdited", m.removed_at is not null or m.is_forgotten as "isRemoved"`
