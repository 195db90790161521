import { confirmEra, connect, type Era, type SqlClient } from "#core/kernel"
import { LogTail } from "#projections/runner"

const READ_MS = 20
const LOOK_MS = 250

/** Follows the log like a process: remembers what it has read, and reads everything again in a new era. */
export class EraReader {
  readonly events = new Map<number, string>()
  /** When each era was seen. */
  readonly seenAt = new Map<string, number>()
  readonly #sql: SqlClient
  readonly #types: ReadonlyArray<string>
  #tail: LogTail
  #position = 0
  #era: Era | undefined
  #isStopped = false
  readonly #loops: ReadonlyArray<Promise<void>>

  constructor(url: string, types: ReadonlyArray<string>) {
    this.#sql = connect(url, { connectionsMax: 2, name: "bench reader" })
    this.#types = types
    this.#tail = new LogTail(this.#sql, types)
    this.#loops = [this.#repeat(READ_MS, () => this.#read()), this.#repeat(LOOK_MS, () => this.#look())]
  }

  get eraId(): string | undefined {
    return this.#era?.eraId
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#loops)
    await this.#sql.end({ timeout: 1 })
  }

  async #repeat(ms: number, step: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      // The database is away for a moment in every round.
      await step().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }

  async #read(): Promise<void> {
    const tail = this.#tail
    await tail.advance()
    while (this.#position < tail.watermark) {
      const { events, upTo } = await tail.read(this.#types, this.#position, tail.watermark)
      if (tail !== this.#tail) return
      for (const { position, eventId } of events) this.events.set(position, eventId)
      this.#position = upTo
    }
  }

  async #look(): Promise<void> {
    const [position, eventId] = [...this.events].at(-1) ?? []
    const seen = position === undefined || eventId === undefined ? null : { position, eventId }
    const era = await confirmEra(this.#sql, this.#era === undefined ? null : { eraId: this.#era.eraId, seen })
    if (era.eraId === this.#era?.eraId) return
    this.#era = era
    this.events.clear()
    this.#position = 0
    this.#tail = new LogTail(this.#sql, this.#types)
    this.seenAt.set(era.eraId, performance.now())
  }
}
