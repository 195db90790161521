import type { SqlClient, StoredEvent } from "#core/kernel"
import { LogTail } from "#projections/runner"

/** Hints may be lost, so the log is polled as well. */
const POLL_MS = 250
/** Minimum pause between two reads, however many hints arrive. */
const REST_MS = 50
/** Delay after a failed read, doubled up to the maximum. */
const RETRY_MS = 100
const RETRY_MS_MAX = 2_000
/** Reads that have not reached the end of the log yet. */
const LOOKS_MAX = 100

export interface Listener {
  readonly types: ReadonlyArray<string>
  /** Loads what `apply` needs, or returns undefined. Called again after each load. */
  readonly fetch: (events: ReadonlyArray<StoredEvent>) => Promise<void> | undefined
  /** Applies events in order, synchronously. */
  readonly apply: (events: ReadonlyArray<StoredEvent>) => void
  readonly nowMs: () => number
  /** Everything committed up to this time was applied. */
  readonly onCaughtUp: (ms: number) => void
}

/** Follows the log from now on: every event of the handler's types once, in order. */
export class LogTailer {
  /** Events up to here were applied. */
  position = 0
  readonly #tail: LogTail
  readonly #listener: Listener
  readonly #onTrouble: (error: unknown) => void
  #wakeUp: () => void = () => undefined
  /** When the end of the log was read, and where it was. */
  readonly #looks: Array<{ readonly atMs: number; readonly head: number }> = []
  #isStopped = false
  #looping: Promise<void> = Promise.resolve()

  constructor(sql: SqlClient, listener: Listener, onTrouble: (error: unknown) => void) {
    this.#tail = new LogTail(sql, listener.types)
    this.#listener = listener
    this.#onTrouble = onTrouble
  }

  /** Starts at the current end of the log. */
  async start(): Promise<void> {
    await this.#tail.advance()
    this.position = this.#tail.watermark
    this.#looping = this.#loop()
  }

  /** Reads the log now instead of at the next poll. */
  wake(): void {
    this.#wakeUp()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.wake()
    await this.#looping
  }

  async #loop(): Promise<void> {
    let restMs = RETRY_MS
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
      let pauseMs = POLL_MS
      try {
        await this.#check()
        while (this.position < this.#tail.watermark && !this.#isStopped) await this.#step()
        this.#notifyReached()
        if (this.#tail.hasPendingAppends) pauseMs = 0
        restMs = RETRY_MS
      } catch (error) {
        this.#onTrouble(error)
        pauseMs = restMs
        restMs = Math.min(2 * restMs, RETRY_MS_MAX)
      }
      await Promise.race([woken, pause(pauseMs)])
      if (!this.#isStopped) await pause(REST_MS)
    }
  }

  async #check(): Promise<void> {
    const atMs = this.#listener.nowMs()
    await this.#tail.advance()
    if (this.#looks.length < LOOKS_MAX) this.#looks.push({ atMs, head: this.#tail.head })
  }

  #notifyReached(): void {
    for (let check = this.#looks[0]; check !== undefined && check.head <= this.position; check = this.#looks[0]) {
      this.#listener.onCaughtUp(check.atMs)
      this.#looks.shift()
    }
  }

  async #step(): Promise<void> {
    const { types, fetch, apply } = this.#listener
    const { events, upTo } = await this.#tail.read(types, this.position, this.#tail.watermark)
    for (let wanted = fetch(events); wanted !== undefined; wanted = fetch(events)) await wanted
    // Must follow the last `fetch` synchronously: a room opened in between would miss these events.
    apply(events)
    this.position = upTo
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
