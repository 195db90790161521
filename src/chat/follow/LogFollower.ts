import type { SqlClient, StoredEvent } from "#core/kernel"
import { LogTail } from "#projections/runner"

/** A hint may be lost: the log is looked at this often in any case. */
const POLL_MS = 250
/** Between two looks, however many hints come: what a busy node writes itself it knows already. */
const REST_MS = 50
/** Rest after a failing look, doubled up to the second figure. */
const RETRY_MS = 100
const RETRY_MS_MAX = 2_000
/** Looks whose end of the log was not reached yet. */
const LOOKS_MAX = 100

/** What hears of events. */
export interface Listener {
  readonly types: ReadonlyArray<string>
  /** What must be fetched before these events can be applied; undefined where nothing is. Asked again after each fetch. */
  readonly fetch: (events: ReadonlyArray<StoredEvent>) => Promise<void> | undefined
  /** Applies them, in order and in one go. */
  readonly apply: (events: ReadonlyArray<StoredEvent>) => void
  readonly nowMs: () => number
  /** All that had been committed by this moment, by that clock, was applied. */
  readonly appliedUpTo: (ms: number) => void
}

/** Follows the log from now on: every event of the listener's types once, in the order of positions. */
export class LogFollower {
  /** Events up to here were applied. */
  position = 0
  readonly #tail: LogTail
  readonly #listener: Listener
  readonly #onTrouble: (error: unknown) => void
  #wakeUp: () => void = () => undefined
  /** When the end of the log was looked for, and where it was: what was committed by then stands up to there. */
  readonly #looks: Array<{ readonly atMs: number; readonly head: number }> = []
  #isStopped = false
  #looping: Promise<void> = Promise.resolve()

  constructor(sql: SqlClient, listener: Listener, onTrouble: (error: unknown) => void) {
    this.#tail = new LogTail(sql, listener.types)
    this.#listener = listener
    this.#onTrouble = onTrouble
  }

  /** Begins at the end of the log as it is now. */
  async start(): Promise<void> {
    await this.#tail.advance()
    this.position = this.#tail.watermark
    this.#looping = this.#loop()
  }

  /** Looks at the log now rather than at the next poll. */
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
        await this.#look()
        while (this.position < this.#tail.watermark && !this.#isStopped) await this.#step()
        this.#tellReached()
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

  async #look(): Promise<void> {
    const atMs = this.#listener.nowMs()
    await this.#tail.advance()
    if (this.#looks.length < LOOKS_MAX) this.#looks.push({ atMs, head: this.#tail.head })
  }

  #tellReached(): void {
    for (let look = this.#looks[0]; look !== undefined && look.head <= this.position; look = this.#looks[0]) {
      this.#listener.appliedUpTo(look.atMs)
      this.#looks.shift()
    }
  }

  async #step(): Promise<void> {
    const { types, fetch, apply } = this.#listener
    const { events, upTo } = await this.#tail.read(types, this.position, this.#tail.watermark)
    for (let wanted = fetch(events); wanted !== undefined; wanted = fetch(events)) await wanted
    // Nothing may come between the last look at what is wanted and this: who begins to follow a room now would miss it.
    apply(events)
    this.position = upTo
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
