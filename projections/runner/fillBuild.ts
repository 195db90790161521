import type { SqlClient, StoredEvent } from "#core/kernel"
import { type Decode, decodeOnce } from "./applyBatch.ts"
import { copyLog, type LogShare } from "./copyLog.ts"
import { type Filled, Filling, type FillTarget } from "./Filling.ts"
import type { Projection } from "./Projection.ts"

/** Maximum rows in memory of all builds together, and their approximate bytes, before they are written to the tables. */
export const ROWS_IN_MEMORY_MAX = 500_000
const ROW_BYTES_IN_MEMORY_MAX = 256 * 1024 * 1024
/** How long a pass works before it writes a checkpoint, and its minimum as a multiple of the time that the last one took. */
const CHECKPOINT_MS = 60_000
const CHECKPOINT_SHARE_MIN = 10

export type FillOptions = {
  readonly share: LogShare
  readonly decode: Decode
  readonly onProgress?: (events: number, position: number) => void
  readonly rowsInMemoryMax?: number
  readonly checkpointMs?: number
}

/** Fills one build. Returns the events that failed. */
export const fillBuild = async (sql: SqlClient, target: FillTarget, options: FillOptions): Promise<Filled> => {
  const [outcome] = await fillBuilds(sql, [target], options)
  if (outcome === undefined || "error" in outcome) throw outcome?.error
  await outcome.filling.finish()
  return outcome.filling.filled
}

/** A build after the pass: not finished yet, because its last rows are in memory; or why it cannot be filled. */
export type FillOutcome = { readonly filling: Filling } | { readonly error: unknown }

/**
 * Fills builds in one pass over the log, which is read and decoded once for all of them: folds in memory, and writes a
 * checkpoint of each from time to time. If the rows of all together exceed the memory limit, those of the largest build are
 * written, and folded from its tables from then on. A build that cannot be filled does not stop the others. Returns the
 * outcomes in the order of the targets.
 */
export const fillBuilds = async (
  sql: SqlClient,
  targets: ReadonlyArray<FillTarget>,
  options: FillOptions,
): Promise<ReadonlyArray<FillOutcome>> => {
  const pass = new Pass(sql, targets, options)
  await pass.run()
  return pass.outcomes()
}

class Pass {
  private readonly sql: SqlClient
  private readonly options: FillOptions
  private readonly fillings: ReadonlyArray<Filling>
  private readonly failures = new Map<Filling, unknown>()
  private readonly decode: Decode

  constructor(sql: SqlClient, targets: ReadonlyArray<FillTarget>, options: FillOptions) {
    this.sql = sql
    this.options = options
    this.fillings = targets.map((target) => new Filling(sql, target))
    this.decode = targets.length === 1 ? options.decode : decodeOnce(options.decode)
  }

  outcomes(): ReadonlyArray<FillOutcome> {
    return this.fillings.map((filling) =>
      this.failures.has(filling) ? { error: this.failures.get(filling) } : { filling },
    )
  }

  async run(): Promise<void> {
    for (const filling of this.fillings) await this.attempt(filling, () => filling.begin())
    const targets = this.open().map(({ target }) => target)
    if (targets.length === 0) return
    const { share, onProgress } = this.options
    const byType = this.byType()
    let events = 0
    let checkpoint = { endedMs: performance.now(), tookMs: 0 }
    const log = copyLog(this.sql, {
      types: [...byType.keys()],
      after: Math.min(...targets.map(({ after }) => after)),
      upTo: Math.max(...targets.map(({ upTo }) => upTo)),
      share,
      parts: fieldsOf(targets.map(({ projection }) => projection)),
    })
    for await (const batch of log) {
      const position = batch.at(-1)?.position ?? 0
      for (const [filling, mine] of this.distribute(batch, byType))
        await this.attempt(filling, () => filling.take(mine, this.decode))
      if (this.open().length === 0) return
      events += batch.length
      onProgress?.(events, position)
      await this.freeMemory(position)
      checkpoint = await this.checkpointIfDue(position, checkpoint)
    }
  }

  /** A failure concerns one build; its rows are not needed any more. */
  private async attempt(filling: Filling, work: () => Promise<void>): Promise<void> {
    if (this.failures.has(filling)) return
    try {
      await work()
    } catch (error) {
      this.failures.set(filling, error)
      filling.discard()
    }
  }

  private open(): ReadonlyArray<Filling> {
    return this.fillings.filter((filling) => !this.failures.has(filling))
  }

  private byType(): ReadonlyMap<string, ReadonlyArray<Filling>> {
    const byType = new Map<string, Array<Filling>>()
    for (const filling of this.open()) {
      for (const type of filling.target.projection.types) {
        const readers = byType.get(type)
        if (readers === undefined) byType.set(type, [filling])
        else readers.push(filling)
      }
    }
    return byType
  }

  /** The events of a batch by who folds them. */
  private distribute(batch: ReadonlyArray<StoredEvent>, byType: ReadonlyMap<string, ReadonlyArray<Filling>>) {
    const [only, ...others] = this.fillings
    if (only !== undefined && others.length === 0) return [[only, batch] as const]
    const shares = new Map<Filling, Array<StoredEvent>>()
    for (const event of batch) {
      for (const filling of byType.get(event.type) ?? []) {
        const share = shares.get(filling)
        if (share === undefined) shares.set(filling, [event])
        else share.push(event)
      }
    }
    return [...shares]
  }

  private async freeMemory(position: number): Promise<void> {
    const { rowsInMemoryMax = ROWS_IN_MEMORY_MAX } = this.options
    for (;;) {
      const open = this.open()
      const rows = open.reduce((sum, filling) => sum + filling.rows, 0)
      const bytes = open.reduce((sum, filling) => sum + filling.bytes, 0)
      if (rows <= rowsInMemoryMax && bytes <= ROW_BYTES_IN_MEMORY_MAX) return
      const size = (filling: Filling) => (rows > rowsInMemoryMax ? filling.rows : filling.bytes)
      const largest = open.reduce((one, other) => (size(other) > size(one) ? other : one))
      await this.attempt(largest, () => largest.spill(position))
    }
  }

  private async checkpointIfDue(position: number, last: { readonly endedMs: number; readonly tookMs: number }) {
    const { checkpointMs = CHECKPOINT_MS } = this.options
    const startedMs = performance.now()
    if (startedMs < last.endedMs + Math.max(checkpointMs, last.tookMs * CHECKPOINT_SHARE_MIN)) return last
    for (const filling of this.open()) {
      if (filling.target.keepsPosition) await this.attempt(filling, () => filling.checkpoint(position))
    }
    const endedMs = performance.now()
    return { endedMs, tookMs: endedMs - startedMs }
  }
}

/** The types of which all projections that fold them need the same single field, with that field. */
const fieldsOf = (projections: ReadonlyArray<Projection>): ReadonlyMap<string, string> => {
  const fields = new Map<string, Set<string | undefined>>()
  for (const { types, fieldReaderOf } of projections) {
    for (const type of types) fields.set(type, (fields.get(type) ?? new Set()).add(fieldReaderOf(type)?.field))
  }
  return new Map(
    [...fields].flatMap(([type, [field, ...others]]) =>
      field === undefined || others.length > 0 ? [] : [[type, field] as const],
    ),
  )
}
