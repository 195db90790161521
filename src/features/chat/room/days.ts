import type { ChatMessage } from "#contract/chat"

/** Messages of one author within this time are grouped. */
export const TOGETHER_MS = 5 * 60_000

/** A message as the list shows it. */
export interface Row {
  readonly message: ChatMessage
  /** First of its day. */
  readonly startsDay: boolean
  /** Shows the name and picture of the author. */
  readonly startsTurn: boolean
}

export const rowsOf = (messages: ReadonlyArray<ChatMessage>, dayKey: (instant: Date) => string): ReadonlyArray<Row> =>
  messages.map((message, index) => {
    const before = messages[index - 1]
    const at = new Date(message.TimeStamp)
    const startsDay = before === undefined || dayKey(new Date(before.TimeStamp)) !== dayKey(at)
    const startsTurn =
      startsDay ||
      before.SenderUserCode !== message.SenderUserCode ||
      message.ReplyTo !== null ||
      at.getTime() - Date.parse(before.TimeStamp) > TOGETHER_MS
    return { message, startsDay, startsTurn }
  })
