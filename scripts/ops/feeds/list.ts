import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { SOURCE_NAMES } from "#contract/feeds"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"

const FEEDS_MAX = 100_000

type Row = {
  readonly feed_id: string
  readonly title: string
  readonly source: string
  readonly item_count: number
  readonly url: string
  readonly failure: string | null
  readonly failures: number | null
  readonly next_check_at: Date | null
}

/** Lists the library's feeds with their state. */
export const list = Command.make(
  "list",
  {
    source: Flag.Literals("source", SOURCE_NAMES).pipe(
      Flag.withDescription("Only feeds of this source"),
      Flag.optional,
    ),
    failing: Flag.Boolean("failing").pipe(Flag.withDescription("Only failing feeds"), Flag.withDefault(false)),
    json,
  },
  (flags) =>
    inSession(flags, async ({ sql }, output) => {
      const source = Option.getOrNull(flags.source)
      const rows = await sql<Array<Row>>`
          select f.feed_id, f.title, f.source, f.item_count, f.url, f.failure, p.failures, p.next_check_at
          from read.feed f left join feeds.poll p using (feed_id)
          where (${source}::text is null or f.source = ${source}) and (not ${flags.failing} or f.failure is not null)
          order by f.title limit ${FEEDS_MAX}`
      output.table(
        rows.map((row) => ({
          feed: row.feed_id,
          title: row.title.slice(0, 40),
          source: row.source,
          items: row.item_count,
          failure: row.failure,
          "next check": row.next_check_at?.toISOString().slice(0, 19) ?? null,
          address: row.url,
        })),
      )
      output.document({ feeds: rows })
    }),
).pipe(Command.withDescription("The library's feeds with their state"))
