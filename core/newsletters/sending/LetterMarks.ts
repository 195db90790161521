import type { SqlClient } from "#core/kernel"
import type { Exclusion } from "./LetterSource.ts"

/** What became of a letter. `again`: it waits for another attempt. */
export type Settled = {
  readonly letterId: number
  readonly state: "sent" | "excluded" | "waiting"
  readonly reason: Exclusion | null
  readonly isUncertain: boolean
  readonly levelId: number | null
  /** Whether it has the part for people with a level; null if it was not written. */
  readonly isWhole: boolean | null
  readonly address: string | null
  readonly reply: string | null
  readonly atMs: number
  /** When a waiting letter is due. */
  readonly dueMs: number
}

type Start = {
  readonly letterId: number
  readonly resolve: (started: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Records letters of one run: that they are under way, before they are, and what became of them, after. One statement
 * serves all connections that wait at the same time, so a worker that is killed leaves few uncertain letters, for a
 * round trip shared by several.
 */
export class LetterMarks {
  #starts: Array<Start> = []
  #settled: Array<Settled> = []
  #running: Promise<void> | null = null
  readonly #sql: SqlClient
  readonly #run: { readonly sendingId: string; readonly epoch: number }

  constructor(sql: SqlClient, run: { readonly sendingId: string; readonly epoch: number }) {
    this.#sql = sql
    this.#run = run
  }

  /** Resolves once the letter is marked as under way. False: another worker has the run, it was called off, or the letter was. */
  start(letterId: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#starts.push({ letterId, resolve, reject })
      this.#pump().catch(() => undefined)
    })
  }

  settle(letter: Settled): void {
    this.#settled.push(letter)
  }

  /** Resolves once everything is recorded. */
  async flush(): Promise<void> {
    while (this.#running !== null || this.#settled.length > 0) await this.#pump()
  }

  #pump(): Promise<void> {
    this.#running ??= this.#write().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #write(): Promise<void> {
    // Letters of the same turn of the event loop share the first statement as well.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#starts.length > 0 || this.#settled.length > 0) {
      const [starts, settled] = [this.#starts, this.#settled]
      this.#starts = []
      this.#settled = []
      try {
        const started = await this.#record(
          starts.map(({ letterId }) => letterId),
          settled,
        )
        for (const { letterId, resolve } of starts) resolve(started.has(letterId))
      } catch (error) {
        for (const { reject } of starts) reject(error)
        throw error
      }
    }
  }

  async #record(starts: ReadonlyArray<number>, settled: ReadonlyArray<Settled>): Promise<ReadonlySet<number>> {
    const [sql, run] = [this.#sql, this.#run]
    const column = <A>(of: (letter: Settled) => A) => settled.map(of)
    const sent = settled.filter(({ state }) => state === "sent")
    const day = new Date(sent.at(-1)?.atMs ?? 0).toISOString().slice(0, 10)
    const rows = await sql<Array<{ letterId: number }>>`
      with fence as (
        select from newsletters.sending where sending_id = ${run.sendingId} and epoch = ${run.epoch}
          and state = 'running' for share
      ), settled as (
        update newsletters.letter l set state = d.state, reason = d.reason, reply = d.reply, due_at = d.due::timestamptz,
          is_uncertain = l.is_uncertain or d.unsure::boolean, level_id = coalesce(d.level, l.level_id),
          is_whole = coalesce(d.whole::boolean, l.is_whole),
          address = coalesce(d.address, l.address),
          settled_at = case when d.state = 'waiting' then null else d.at::timestamptz end,
          bounced_at = case when d.reason = 'refused' then d.at::timestamptz end
        from unnest(${column(({ letterId }) => letterId)}::bigint[], ${column(({ state }) => state)}::text[],
          ${column(({ reason }) => reason)}::text[], ${column(({ isUncertain }) => String(isUncertain))}::text[],
          ${column(({ levelId }) => levelId)}::smallint[], ${column(({ address }) => address)}::text[],
          ${column(({ isWhole }) => (isWhole === null ? null : String(isWhole)))}::text[],
          ${column(({ reply }) => reply)}::text[], ${column(({ atMs }) => new Date(atMs).toISOString())}::text[],
          ${column(({ dueMs }) => new Date(dueMs).toISOString())}::text[])
          as d(id, state, reason, unsure, level, address, whole, reply, at, due)
        where l.letter_id = d.id and l.state in ('sending', 'waiting')
      ), counted as (
        insert into newsletters.day as n (day, letters)
        select ${day}::text::date, ${sent.length}::int where ${sent.length}::int > 0
        on conflict (day) do update set letters = n.letters + excluded.letters
      )
      update newsletters.letter l set state = 'sending', attempts = l.attempts + 1
      from fence, unnest(${[...starts]}::bigint[]) as s(id)
      where l.letter_id = s.id and l.state = 'waiting' returning l.letter_id as "letterId"`
    return new Set(rows.map(({ letterId }) => letterId))
  }
}
