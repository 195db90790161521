import type { SocketLike } from "../line/Connection.ts"

/** A clock that stands still until it is told to go on. */
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

  /** Lets time pass, and whatever becomes due happen in its order. */
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

/** A socket whose server is the test. */
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

  say(data: unknown): void {
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
    this.say(`${command}|${request?.split("|")[1]}|${text}`)
  }
}
