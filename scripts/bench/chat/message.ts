import type { ChatMessage } from "#contract/chat"

/** Characters per message. */
const TEXT_LENGTH = 200
const MARK = "@"
const MARK_BYTE = MARK.charCodeAt(0)
/** Fixed width of the time stamp in microseconds. */
const DIGITS = 12
const FILLER = "Who was at the meeting yesterday, and what did they say about the bridge? ".repeat(4)

/** A text with its time of sending. */
export const markedText = (nowMs: number): string =>
  (MARK + String(Math.floor(nowMs * 1_000)).padStart(DIGITS, "0") + FILLER).slice(0, TEXT_LENGTH)

/** Calls `tell` with the time of sending, in milliseconds, of each text. */
export const eachMark = (bytes: Buffer, notify: (sentMs: number) => void): void => {
  for (let at = bytes.indexOf(MARK_BYTE); at !== -1; at = bytes.indexOf(MARK_BYTE, at + DIGITS)) {
    let micros = 0
    for (let digit = at + 1; digit <= at + DIGITS; digit += 1) micros = micros * 10 + (bytes[digit] ?? 0) - 48
    notify(micros / 1_000)
  }
}

/** The bytes that the product pushes for a message, ready to publish, for a server without a message model. */
export const readyPush = (text: string): string => {
  const message: ChatMessage = {
    Command: "Bc",
    Room: "0123456789abcdefghjk",
    Epoch: 12_345,
    Seq: 12_345,
    Message: text,
    SenderUserCode: "QI01234567",
    SenderDisplayName: "Anna Muster",
    TimeStamp: "2026-11-21T08:00:00.000Z",
    Scope: "Team",
    TargetUserCode: "QI01234567",
    ReplyTo: null,
    Edited: false,
    Removed: false,
    Pictures: [],
  }
  return `Bc||${JSON.stringify(message)}`
}

/** Shorter than any two messages in one frame. */
const TWO_BYTES_MIN = 700
const LINE_FEED = 10

/** Counts the messages in a push by its lines. Only searches frames that are long enough for two. */
export const messagesIn = (push: Buffer): number => {
  if (push.length < TWO_BYTES_MIN) return 1
  let count = 1
  for (let at = push.indexOf(LINE_FEED); at !== -1; at = push.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}
