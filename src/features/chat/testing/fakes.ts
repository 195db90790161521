import type { ChatMessage, ChatSummary } from "#contract/chat"
import type { SocketLike } from "../connection/ChatConnection.ts"

/** A clock that moves only when advanced. */
export class FakeClock {
  #nowMs = 0
  #due: Array<{ readonly atMs: number; readonly run: () => void }> = []

  readonly after = (ms: number, run: () => void): (() => void) => {
    const due = { atMs: this.#nowMs + ms, run }
    this.#due.push(due)
    return () => {
      this.#due = this.#due.filter((each) => each !== due)
    }
  }

  /** Runs due timers in order. */
  pass(ms: number): void {
    const untilMs = this.#nowMs + ms
    for (;;) {
      const [next] = this.#due.filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs)
      if (next === undefined) break
      this.#due = this.#due.filter((each) => each !== next)
      this.#nowMs = next.atMs
      next.run()
    }
    this.#nowMs = untilMs
  }
}

/** A socket controlled by the test. */
export class FakeSocket implements SocketLike {
  readyState: number = WebSocket.CONNECTING
  onopen: SocketLike["onopen"] = null
  onclose: SocketLike["onclose"] = null
  onerror: SocketLike["onerror"] = null
  onmessage: SocketLike["onmessage"] = null
  readonly sent: Array<string> = []

  send(text: string): void {
    this.sent.push(text)
  }

  open(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  toastRefusal(data: unknown): void {
    this.onmessage?.({ data })
  }

  fail(): void {
    this.onerror?.()
    this.close()
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.onclose?.()
  }

  /** Answers the newest request of a command. */
  answer(command: string, payload: unknown): void {
    const request = this.sent.findLast((frame) => frame.startsWith(`${command}|`))
    const text = typeof payload === "string" ? payload : JSON.stringify(payload)
    this.toastRefusal(`${command}|${request?.split("|")[1]}|${text}`)
  }
}

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
