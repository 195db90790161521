import type { ChatMessage } from "#contract/chat"

/** Messages of one person that follow each other within this are shown under one name. */
export const TOGETHER_MS = 5 * 60_000

/** A message as the list shows it. */
export interface Row {
  readonly message: ChatMessage
  /** Whether it is the first of its day. */
  readonly startsDay: boolean
  /** Whether its sender's name and face stand above it. */
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
