import { Command } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"

/** What the log holds, and whether anything holds it up. */
export const stats = Command.make("stats", { json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const [log] = await sql<
      Array<{ head: number; watermark: number; streams: number; commands: number; bytes: number; size: string }>
    >`
      select es.head() as head, es.watermark() as watermark,
        (select count(*) from es.stream) as streams, (select count(*) from es.command) as commands,
        bytes, pg_size_pretty(bytes) as size
      from (select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'es.event'::regclass) s`
    const types = await sql<Array<{ type: string; events: number; newest: Date }>>`
      select type, count(*) as events, max(recorded_at) as newest from es.event group by type order by 2 desc, 1`
    const partitions = await sql<Array<{ name: string; range: string }>>`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as range
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'es.event'::regclass order by i.inhrelid`
    const running = await sql<Array<{ floor: number; pid: number; application: string; seconds: number }>>`
      select floor, pid, application_name as application, extract(epoch from age)::float8 as seconds from es.running_append`
    output.say(
      `head ${log?.head}, watermark ${log?.watermark}, ${log?.streams} streams, ${log?.commands} receipts, ${log?.size}`,
    )
    output.say(
      running.length === 0 ? "No append is under way." : "Appends under way, the one that holds readers back first:",
    )
    if (running.length > 0) output.table(running)
    output.table(types.map(({ type, events, newest }) => ({ type, events, newest: newest.toISOString() })))
    output.table(partitions.map(({ name, range }) => ({ partition: name, range })))
    output.document({ ...log, running, types, partitions })
  }),
).pipe(Command.withDescription("What the log holds, by type, and whether an append holds it up"))
