import type { Command } from "#contract/chat"
import { PUSH_CHARACTERS_MAX, writePush } from "../frame.ts"

type Line = { readonly command: Command; readonly text: string }

/** Maximum delay between two writes to a large room. */
const REST_MS_MAX = 15

/**
 * Batches pushes per topic and event loop turn into one frame: a write to a thousand sockets costs the same with one
 * message as with ten. After a flush the loop gets as much time for other work as the writes took, and pushes collect
 * until then.
 */
export class FrameBatcher {
  readonly #publish: (topic: string, text: string) => void
  readonly #nowMs: () => number
  readonly #waiting = new Map<string, Array<Line>>()
  #isScheduled = false
  #restsUntilMs = 0
  /** Frames published so far, for metrics. */
  frames = 0

  constructor(publish: (topic: string, text: string) => void, nowMs: () => number = () => performance.now()) {
    this.#publish = publish
    this.#nowMs = nowMs
  }

  push(topic: string, command: Command, text: string): void {
    const lines = this.#waiting.get(topic)
    if (lines === undefined) this.#waiting.set(topic, [{ command, text }])
    else lines.push({ command, text })
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#flushInTime())
  }

  #flushInTime(): void {
    const restMs = this.#restsUntilMs - this.#nowMs()
    if (restMs >= 1) setTimeout(() => this.flush(), restMs)
    else this.flush()
  }

  /** Sends everything waiting, in order per topic. */
  flush(): void {
    this.#isScheduled = false
    const topics = [...this.#waiting]
    this.#waiting.clear()
    const beganMs = this.#nowMs()
    for (const [topic, lines] of topics)
      for (const frame of framesOf(lines)) {
        this.frames += 1
        this.#publish(topic, frame)
      }
    // µWebSockets writes before the next turn of the loop.
    setImmediate(() => {
      const endedMs = this.#nowMs()
      this.#restsUntilMs = endedMs + Math.min(endedMs - beganMs, REST_MS_MAX)
    })
  }
}

/** Consecutive lines of one command share a frame while they fit. */
function* framesOf(lines: ReadonlyArray<Line>): Iterable<string> {
  let texts: Array<string> = []
  let length = 0
  for (const [at, { command, text }] of lines.entries()) {
    texts.push(text)
    length += text.length
    const next = lines[at + 1]
    if (next?.command === command && length + next.text.length <= PUSH_CHARACTERS_MAX) continue
    yield writePush(command, texts)
    texts = []
    length = 0
  }
}
