export type Fields = Readonly<Record<string, string>>
/** What the status line shows. */
export type SaveState = "saving" | "saved" | "kept" | "other"

/** What an autosave attempt came to. `failed` is tried again. */
export type SaveOutcome = { readonly saveNumber: number } | "other" | "failed"

export type AutosaverOptions = {
  readonly read: () => Fields
  /** Sends the fields. `seen` is the last autosave that this tab knows; null overwrites what another tab wrote. */
  readonly send: (fields: Fields, seen: number | null) => Promise<SaveOutcome>
  /** Stores a copy in the browser, or deletes it. */
  readonly keep: (fields: Fields | null) => void
  readonly show: (state: SaveState) => void
  /** The last autosave when the page was opened. */
  readonly seen: number
  /** The fields as the server has them. */
  readonly stored: Fields
  /** Replaced by tests. */
  readonly timer?: { readonly set: (run: () => void, ms: number) => unknown; readonly clear: (timer: unknown) => void }
}

/** After the last change, at the latest after the first one, and after a failure, doubling. */
const QUIET_MS = 1_500
const LATEST_MS = 5_000
const RETRY_MS = 4_000
const RETRY_MS_MAX = 60_000

/**
 * Saves what is typed: at once in the browser, and after a pause on the server. The browser's copy is deleted when the
 * server has confirmed the same text. If another tab has written, nothing is sent before a person decides.
 */
export class Autosaver {
  readonly #options: AutosaverOptions
  readonly #timer: NonNullable<AutosaverOptions["timer"]>
  #seen: number | null
  /** The fields as the server has them. */
  #confirmed: string
  #waiting: unknown
  #firstChange: number | null = null
  #sending: Promise<SaveOutcome> | null = null
  #isStopped = false
  #isPaused = false
  #retryMs = RETRY_MS

  constructor(options: AutosaverOptions) {
    this.#options = options
    this.#timer = options.timer ?? {
      set: (run, ms) => setTimeout(run, ms),
      clear: (timer) => clearTimeout(timer as number),
    }
    this.#seen = options.seen
    this.#confirmed = JSON.stringify(options.stored)
  }

  get isDirty(): boolean {
    return JSON.stringify(this.#options.read()) !== this.#confirmed
  }

  get isSending(): boolean {
    return this.#sending !== null
  }

  /** Resolves when nothing is being sent any more. */
  async settled(): Promise<void> {
    await this.#sending
  }

  /** Call after every change. @param nowMs the time, to limit how long fast typing puts a save off */
  changed(nowMs: number): void {
    if (this.#isStopped || this.#isPaused) return
    this.#options.keep(this.isDirty ? this.#options.read() : null)
    if (!this.isDirty) return
    this.#firstChange ??= nowMs
    this.#wait(Math.max(0, Math.min(QUIET_MS, this.#firstChange + LATEST_MS - nowMs)))
  }

  /** Sends at once, for example before the page is left. */
  async flush(): Promise<void> {
    this.#timer.clear(this.#waiting)
    if (this.isSending || this.#isStopped || this.#isPaused || !this.isDirty) return
    const fields = this.#options.read()
    const { send, keep, show } = this.#options
    this.#firstChange = null
    show("saving")
    this.#sending = send(fields, this.#seen).catch(() => "failed" as const)
    const outcome = await this.#sending
    this.#sending = null
    if (outcome === "other") {
      this.#isStopped = true
      return show("other")
    }
    if (outcome === "failed") {
      show("kept")
      this.#wait(this.#retryMs)
      this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS_MAX)
      return
    }
    this.#seen = outcome.saveNumber
    this.#retryMs = RETRY_MS
    this.#confirmed = JSON.stringify(fields)
    if (this.isDirty) return this.#wait(QUIET_MS)
    keep(null)
    show("saved")
  }

  /** Replaces what the other tab wrote. */
  overwrite(): Promise<void> {
    this.#isStopped = false
    this.#seen = null
    this.#confirmed = ""
    return this.flush()
  }

  /** The form is being saved: nothing more is sent. */
  pause(): void {
    this.#isPaused = true
    this.#timer.clear(this.#waiting)
  }

  /** The form could not be saved: goes on. */
  resume(): void {
    this.#isPaused = false
    if (this.isDirty) this.#wait(QUIET_MS)
  }

  #wait(ms: number): void {
    this.#timer.clear(this.#waiting)
    this.#waiting = this.#timer.set(() => void this.flush(), ms)
  }
}
