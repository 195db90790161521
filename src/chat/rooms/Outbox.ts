import type { Command } from "#contract/chat"
import { PUSH_CHARACTERS_MAX, writePush } from "../frame.ts"

type Line = { readonly command: Command; readonly text: string }

/** A crowd is told of new messages this often at least, however long it takes to write to all of it. */
const REST_MS_MAX = 15

/**
 * Gathers what is pushed to a topic within one turn of the event loop, and sends it as one frame: a write to a thousand
 * sockets costs the same whether it carries one message or ten. A message goes through several turns (read, kept,
 * acknowledged, sent); where each of them held the writes to a crowd it would take as long as all of those. So the loop
 * has as long for everything else as the last writes took, and what comes meanwhile goes together.
 */
export class Outbox {
  readonly #publish: (topic: string, text: string) => void
  readonly #nowMs: () => number
  readonly #waiting = new Map<string, Array<Line>>()
  #isScheduled = false
  /** When the next writes may begin. */
  #restsUntilMs = 0
  /** Frames that were sent so far, each to all who hear its topic. */
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

  /** Sends all that waits, in the order in which it came, for each topic. */
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
    // The sockets are written to before the loop comes round again.
    setImmediate(() => {
      const endedMs = this.#nowMs()
      this.#restsUntilMs = endedMs + Math.min(endedMs - beganMs, REST_MS_MAX)
    })
  }
}

/** Lines of one command that follow each other share a frame while there is room in it. */
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
