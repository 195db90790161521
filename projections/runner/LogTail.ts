import type { SqlClient } from "#core/kernel"
import { readHeard, type Window } from "./readHeard.ts"

/**
 * The end of the log as one runner sees it: how far it is settled, and the newest events, read once for all builds that
 * are current. Builds that are behind read for themselves.
 */
export class LogTail {
  /** The last position that may be read. */
  settled = 0
  /** The last event that was committed at the last look, settled or not. */
  head = 0
  /** True while appends are under way behind the settled position: look again soon. */
  unsettled = false
  private after = Number.POSITIVE_INFINITY
  private newest: Window = { events: [], upTo: 0 }
  private readonly sql: SqlClient
  private readonly types: ReadonlyArray<string>

  constructor(sql: SqlClient, types: ReadonlyArray<string>) {
    this.sql = sql
    this.types = types
  }

  /** Looks how far the log is settled, in a statement of its own as es.settled() demands, then reads what is new. */
  async advance(): Promise<void> {
    const [row] = await this.sql<Array<{ settled: number; head: number }>>`
      select es.settled() as settled, es.head() as head`
    const settled = Math.max(this.settled, row?.settled ?? 0)
    this.head = row?.head ?? 0
    this.unsettled = settled < this.head
    if (settled === this.settled) return
    if (this.settled > 0) {
      const after = this.settled
      this.newest = await readHeard(this.sql, { types: this.types, after, upTo: settled })
      this.after = after
    }
    this.settled = settled
  }

  /** The events of some types in (after, upTo], or as many of them as one batch may hold. */
  async read(types: ReadonlyArray<string>, after: number, upTo: number): Promise<Window> {
    const { newest } = this
    if (after < this.after || upTo > newest.upTo) return readHeard(this.sql, { types, after, upTo })
    return {
      events: newest.events.filter(
        ({ position, type }) => position > after && position <= upTo && types.includes(type),
      ),
      upTo,
    }
  }
}
