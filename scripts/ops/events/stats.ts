import { Command } from "effect/cli"
import { carriedOut } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { withSession } from "../lib/session.ts"

/** What the log holds, and whether anything holds it up. */
export const stats = Command.make("stats", { json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const output = outputOf(flags.json)
      const [log] = await sql<Array<{ head: number; settled: number; streams: number; commands: number; size: string }>>`
        select (select last_value from es.position) as head, es.settled() as settled,
          (select count(*) from es.stream) as streams, (select count(*) from es.command) as commands,
          pg_size_pretty((select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'es.event'::regclass)) as size`
      const types = await sql<Array<{ type: string; events: number; newest: Date }>>`
        select type, count(*) as events, max(recorded_at) as newest from es.event group by type order by 2 desc`
      const partitions = await sql<Array<{ name: string; range: string }>>`
        select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as range
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'es.event'::regclass order by 1`
      const [oldest] = await sql<Array<{ seconds: number | null }>>`
        select extract(epoch from clock_timestamp() - min(a.xact_start))::float8 as seconds
        from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objsubid = 1 and l.classid::bigint >> 24 = 7`
      output.say(`head ${log?.head}, settled ${log?.settled}, ${log?.streams} streams, ${log?.commands} receipts, ${log?.size}`)
      output.say(oldest?.seconds == null ? "no append is under way" : `the oldest append under way began ${oldest.seconds.toFixed(1)} s ago`)
      output.table(types.map(({ type, events, newest }) => ({ type, events, newest: newest.toISOString() })))
      output.table(partitions.map(({ name, range }) => ({ partition: name, range })))
      output.document({ ...log, oldest_append_seconds: oldest?.seconds ?? null, types, partitions })
    }),
  ),
).pipe(Command.withDescription("What the log holds, by type, and whether an append holds it up"))
