import type { ChatMessage, ChatSummary } from "#contract/chat"

/** A message as the socket brings it. */
export const message = (Seq: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  Command: "Bc",
  Room: "room",
  Epoch: 1,
  Seq,
  Message: `message ${Seq}`,
  SenderUserCode: "QIBORIS",
  SenderDisplayName: "Boris Beck",
  TimeStamp: new Date(Date.UTC(2026, 10, 21, 12, 0, Seq)).toISOString(),
  Scope: "Person",
  TargetUserCode: "QIBORIS",
  ReplyTo: null,
  Edited: false,
  Removed: false,
  Pictures: [],
  ...change,
})

/** A room of the list. */
export const room = (TargetUserCode: string, change: Partial<ChatSummary> = {}): ChatSummary => ({
  Room: `room of ${TargetUserCode}`,
  Epoch: 1,
  Scope: "Person",
  TargetUserCode,
  DisplayName: TargetUserCode,
  HeaderImage: null,
  State: "open",
  Online: false,
  Level: 0,
  LastMessage: null,
  UnreadCount: 0,
  Head: 0,
  Read: 0,
  ...change,
})
